package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.HookBlock;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Texts;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import java.util.List;
import java.util.Optional;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.ConstructorCallExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.MethodPointerExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.StaticMethodCallExpression;
import org.codehaus.groovy.ast.stmt.DoWhileStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.ast.stmt.WhileStatement;

/**
 * Whether a script says nothing but words, so that to run it does nothing but declare: whatever else it calls may do
 * anything. To be asked when its words have been checked.
 */
final class OnlyWords extends CodeVisitorSupport {
    private static final Vocabulary UNITS = Vocabulary.of(Units.class);

    private boolean holds = true;

    private OnlyWords() {}

    static boolean in(List<ClassNode> classes) {
        return classes.stream().allMatch(ClassNode::isScript)
                && classes.stream().allMatch(OnlyWords::isPlainBody);
    }

    private static boolean isPlainBody(ClassNode script) {
        OnlyWords words = new OnlyWords();
        script.getMethods().forEach(method -> {
            if (method.isScriptBody()) {
                if (!method.isStatic()) { // Groovy's own way to start it is static.
                    method.getCode().visit(words);
                }
            } else if (method.getLineNumber() > 0) {
                words.fails();
            }
        });
        return words.holds && script.getFields().stream().noneMatch(field -> field.getLineNumber() > 0);
    }

    private void fails() {
        holds = false;
    }

    @Override
    public void visitMethodCallExpression(MethodCallExpression call) {
        if (isJoinedText(call)) {
            call.getArguments().visit(this);
            return;
        }
        Optional<Meaning> word = Marks.meaning(call).filter(meaning -> !meaning.isEverywhere());
        if (word.isEmpty()) {
            fails();
            return;
        }
        // What a hook or a replay does is only kept for later.
        boolean isKept = word.get().word().replayed()
                || word.get().block().filter(HookBlock.class::equals).isPresent();
        for (Expression argument : CallArguments.of(call).all()) {
            if (!isKept || !(argument instanceof ClosureExpression)) {
                argument.visit(this);
            }
        }
    }

    /** As {@link PlainExpressions} writes a text with values in it. */
    private static boolean isJoinedText(MethodCallExpression call) {
        return call.getObjectExpression() instanceof ClassExpression owner
                && owner.getType().equals(ClassHelper.make(Texts.class));
    }

    @Override
    public void visitPropertyExpression(PropertyExpression property) {
        boolean isUnit = property.getObjectExpression() instanceof ConstantExpression number
                && number.getValue() instanceof Number
                && UNITS.value(property.getPropertyAsString()).isPresent();
        if (!isUnit) {
            fails();
        }
    }

    @Override
    public void visitConstructorCallExpression(ConstructorCallExpression call) {
        fails();
    }

    @Override
    public void visitStaticMethodCallExpression(StaticMethodCallExpression call) {
        fails();
    }

    @Override
    public void visitMethodPointerExpression(MethodPointerExpression pointer) {
        fails();
    }

    // A loop need not end.

    @Override
    public void visitForLoop(ForStatement loop) {
        fails();
    }

    @Override
    public void visitWhileLoop(WhileStatement loop) {
        fails();
    }

    @Override
    public void visitDoWhileLoop(DoWhileStatement loop) {
        fails();
    }
}

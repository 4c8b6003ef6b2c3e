package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Texts;
import java.util.ArrayList;
import java.util.List;
import org.codehaus.groovy.ast.ClassCodeExpressionTransformer;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.DynamicVariable;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ArrayExpression;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.GStringExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.control.SourceUnit;

/** Rewrites what would work otherwise, but slowly or not in blocks: texts with values in them, and fields. */
final class PlainExpressions extends ClassCodeExpressionTransformer {
    private final SourceUnit source;
    private final ClassNode script;

    PlainExpressions(SourceUnit source, ClassNode script) {
        this.source = source;
        this.script = script;
    }

    @Override
    protected SourceUnit getSourceUnit() {
        return source;
    }

    @Override
    public Expression transform(Expression expression) {
        if (expression instanceof ClosureExpression closure) {
            closure.visit(this);
            return closure;
        }
        if (expression instanceof GStringExpression text && !isLazy(text)) {
            return joined(text);
        }
        if (expression instanceof VariableExpression use && isField(use)) {
            return field(use);
        }
        return expression == null ? null : expression.transformExpression(this);
    }

    /** A block only hears its own words; a field belongs to the script. */
    private boolean isField(VariableExpression use) {
        return use.getAccessedVariable() instanceof DynamicVariable && script.getDeclaredField(use.getName()) != null;
    }

    private static Expression field(VariableExpression use) {
        // Not Groovy's constant for it, which remembers what it was in the script before.
        PropertyExpression field = new PropertyExpression(new VariableExpression("this"), use.getName());
        field.setSourcePosition(use);
        return field;
    }

    private static boolean isLazy(GStringExpression text) {
        return text.getValues().stream().anyMatch(ClosureExpression.class::isInstance);
    }

    private Expression joined(GStringExpression text) {
        List<Expression> parts = new ArrayList<>();
        for (int i = 0; i < text.getStrings().size(); i++) {
            parts.add(text.getStrings().get(i));
            if (i < text.getValues().size()) {
                parts.add(transform(text.getValue(i)));
            }
        }
        Expression array = new ArrayExpression(ClassHelper.OBJECT_TYPE, parts);
        MethodCallExpression call = new MethodCallExpression(
                new ClassExpression(ClassHelper.make(Texts.class)), "of", new ArgumentListExpression(array));
        call.setImplicitThis(false);
        call.setSourcePosition(text);
        array.setSourcePosition(text);
        return call;
    }
}

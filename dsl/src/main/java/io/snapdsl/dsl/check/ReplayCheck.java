package io.snapdsl.dsl.check;

import static io.snapdsl.dsl.check.ReplayCode.nothing;
import static io.snapdsl.dsl.check.ReplayCode.operation;
import static io.snapdsl.dsl.check.ReplayCode.replaced;
import static io.snapdsl.dsl.check.ReplayCode.text;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.ReplayOperations;
import io.snapdsl.dsl.words.Texts;
import io.snapdsl.engine.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassCodeExpressionTransformer;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ArrayExpression;
import org.codehaus.groovy.ast.expr.AttributeExpression;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.BooleanExpression;
import org.codehaus.groovy.ast.expr.CastExpression;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ClosureListExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.DeclarationExpression;
import org.codehaus.groovy.ast.expr.EmptyExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.ListExpression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MapExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.PostfixExpression;
import org.codehaus.groovy.ast.expr.PrefixExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.RangeExpression;
import org.codehaus.groovy.ast.expr.TernaryExpression;
import org.codehaus.groovy.ast.expr.UnaryMinusExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.ast.stmt.CatchStatement;
import org.codehaus.groovy.ast.stmt.ForStatement;
import org.codehaus.groovy.ast.stmt.SynchronizedStatement;
import org.codehaus.groovy.ast.stmt.ThrowStatement;
import org.codehaus.groovy.control.SourceUnit;

/**
 * Sees to it that a block of a replay gives the same each time, and makes it run. What is allowed is listed, all else is a
 * mistake: no clock, no chance, no file, nothing from outside of the block. What is allowed becomes a call of {@link
 * ReplayOperations}: so it works with values whose types nobody knows before, in a script whose types are checked.
 */
final class ReplayCheck extends ClassCodeExpressionTransformer {
    private final SourceUnit source;
    private final Mistakes mistakes;
    private final ReplayOperators operators = new ReplayOperators(this);
    private final ReplayVariables variables = new ReplayVariables(this);

    ReplayCheck(SourceUnit source, Mistakes mistakes) {
        this.source = source;
        this.mistakes = mistakes;
    }

    @Override
    protected SourceUnit getSourceUnit() {
        return source;
    }

    void check(ClosureExpression block) {
        variables.give(block);
        block.getCode().visit(this);
    }

    ReplayVariables variables() {
        return variables;
    }

    @Override
    public void visitForLoop(ForStatement loop) {
        variables.declare(loop);
        super.visitForLoop(loop);
    }

    @Override
    public void visitCatchStatement(CatchStatement statement) {
        add(statement, "A replay catches nothing: what fails in it is what went wrong.");
    }

    @Override
    public void visitThrowStatement(ThrowStatement statement) {
        add(statement, "A replay throws nothing: what it makes of the state is compared anyway.");
        super.visitThrowStatement(statement);
    }

    @Override
    public void visitSynchronizedStatement(SynchronizedStatement statement) {
        add(statement, "A replay waits for nobody: it is alone with the state.");
        super.visitSynchronizedStatement(statement);
    }

    @Override
    public Expression transform(Expression expression) {
        if (expression == null || expression instanceof ConstantExpression || expression instanceof EmptyExpression) {
            return expression;
        } else if (expression instanceof VariableExpression use) {
            return variables.use(use);
        } else if (expression instanceof DeclarationExpression declaration) {
            return variables.declaration(declaration);
        } else if (expression instanceof BinaryExpression binary) {
            return operators.binary(binary);
        } else if (expression instanceof AttributeExpression) {
            return refused(expression, "A replay takes nothing from inside of objects: write it without '@'.");
        } else if (expression instanceof PropertyExpression property) {
            return property(property);
        } else if (expression instanceof MethodCallExpression call) {
            return call(call);
        } else if (expression instanceof ClosureExpression) {
            return refused(expression, "In a replay a block stands only behind a call that takes one, like each { }.");
        } else if (expression instanceof UnaryMinusExpression minus) {
            return operation(minus, "negative", transform(minus.getExpression()));
        } else if (expression instanceof PostfixExpression counted) {
            return operators.counted(counted, counted.getExpression(), counted.getOperation());
        } else if (expression instanceof PrefixExpression counted) {
            return operators.counted(counted, counted.getExpression(), counted.getOperation());
        }
        boolean isPlain = expression instanceof ListExpression
                || expression instanceof MapExpression
                || expression instanceof MapEntryExpression
                || expression instanceof TernaryExpression
                || expression instanceof BooleanExpression
                || expression instanceof RangeExpression
                || expression instanceof ClosureListExpression
                || expression instanceof CastExpression cast && ReplayVariables.isPlain(cast.getType());
        return isPlain
                ? expression.transformExpression(this)
                : refused(
                        expression,
                        "This is not allowed in a replay, which must give the same each time: it sees the state and the"
                                + " event, and calculates with texts, numbers, lists and maps.");
    }

    private Expression property(PropertyExpression property) {
        if (property.getObjectExpression() instanceof ClassExpression) {
            return refused(property, "A replay knows no classes: it gives the same each time, whatever they hold.");
        }
        return operation(
                property,
                "get",
                transform(property.getObjectExpression()),
                key(property),
                new ConstantExpression(property.isSafe() || property.isSpreadSafe(), true));
    }

    Expression key(PropertyExpression property) {
        return transform(property.getProperty());
    }

    private Expression call(MethodCallExpression call) {
        if (isText(call)) {
            ArrayExpression parts =
                    (ArrayExpression) CallArguments.of(call).all().get(0);
            List<Expression> shown =
                    parts.getExpressions().stream().map(this::transform).toList();
            call.setArguments(
                    new ArgumentListExpression(replaced(parts, new ArrayExpression(ClassHelper.OBJECT_TYPE, shown))));
            return call;
        }
        String name = call.getMethodAsString();
        if (call.isSpreadSafe()) {
            return refused(call, "A replay calls nothing by '*.': write collect { it." + name + "() }.");
        } else if (call.isImplicitThis()
                || call.getObjectExpression() instanceof ClassExpression
                || name == null
                || !ReplayOperations.methods().contains(name)) {
            return uncallable(call, name);
        }
        return operation(
                call,
                "call",
                transform(call.getObjectExpression()),
                text(name),
                new ConstantExpression(call.isSafe(), true),
                new ArrayExpression(ClassHelper.OBJECT_TYPE, arguments(call, name)));
    }

    /** What {@link PlainExpressions} has made of a text with values in it. */
    private static boolean isText(MethodCallExpression call) {
        return call.getObjectExpression() instanceof ClassExpression type
                && type.getType().getName().equals(Texts.class.getName())
                && CallArguments.of(call).all().get(0) instanceof ArrayExpression;
    }

    private Expression uncallable(MethodCallExpression call, String name) {
        ASTNode place = call.getMethod().getLineNumber() > 0 ? call.getMethod() : call;
        mistakes.add(
                place.getLineNumber(),
                place.getColumnNumber(),
                "'" + call.getMethod().getText() + "' can't be called in a replay, which must give the same each time.",
                List.of(),
                name == null ? Optional.empty() : Nearest.to(name, ReplayOperations.methods()));
        return nothing(call);
    }

    /** A block is never a value: shown as a text, it would be another one each time. */
    private List<Expression> arguments(MethodCallExpression call, String name) {
        List<Expression> all = CallArguments.of(call).all();
        List<Expression> given = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            boolean mayBeBlock = i == all.size() - 1 && ReplayOperations.takesBlock(name);
            given.add(
                    mayBeBlock && all.get(i) instanceof ClosureExpression block ? inner(block) : transform(all.get(i)));
        }
        return given;
    }

    private Expression inner(ClosureExpression block) {
        variables.within(block, () -> block.getCode().visit(this));
        return block;
    }

    Expression refused(Expression place, String message) {
        add(place, message);
        return nothing(place);
    }

    void add(ASTNode place, String message) {
        mistakes.add(place.getLineNumber(), place.getColumnNumber(), message);
    }
}

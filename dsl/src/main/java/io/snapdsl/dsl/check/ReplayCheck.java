package io.snapdsl.dsl.check;

import static io.snapdsl.dsl.check.ReplayCode.nothing;
import static io.snapdsl.dsl.check.ReplayCode.operation;
import static io.snapdsl.dsl.check.ReplayCode.replaced;
import static io.snapdsl.dsl.check.ReplayCode.text;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.ReplayOperations;
import io.snapdsl.dsl.words.Texts;
import io.snapdsl.engine.Nearest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.ClassCodeExpressionTransformer;
import org.codehaus.groovy.ast.ClassHelper;
import org.codehaus.groovy.ast.Parameter;
import org.codehaus.groovy.ast.Variable;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ArrayExpression;
import org.codehaus.groovy.ast.expr.AttributeExpression;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.BooleanExpression;
import org.codehaus.groovy.ast.expr.CastExpression;
import org.codehaus.groovy.ast.expr.ClassExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
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
    private final Set<Variable> own = new HashSet<>();

    ReplayCheck(SourceUnit source, Mistakes mistakes) {
        this.source = source;
        this.mistakes = mistakes;
    }

    @Override
    protected SourceUnit getSourceUnit() {
        return source;
    }

    void check(ClosureExpression block) {
        parameters(block).forEach(this::declare);
        block.getCode().visit(this);
    }

    private static List<Parameter> parameters(ClosureExpression block) {
        return block.getParameters() == null ? List.of() : Arrays.asList(block.getParameters());
    }

    /** Whether it is a variable of the block itself. */
    boolean isOwn(Variable variable) {
        return own.contains(variable);
    }

    private void declare(Parameter parameter) {
        own.add(parameter);
        parameter.setType(ClassHelper.dynamicType());
        parameter.setOriginType(ClassHelper.dynamicType());
    }

    @Override
    public void visitForLoop(ForStatement loop) {
        declare(loop.getValueVariable());
        super.visitForLoop(loop);
    }

    @Override
    public void visitCatchStatement(CatchStatement statement) {
        add(statement, "A replay catches nothing: what fails in it is what went wrong.");
    }

    @Override
    public Expression transform(Expression expression) {
        if (expression == null || expression instanceof ConstantExpression || expression instanceof EmptyExpression) {
            return expression;
        } else if (expression instanceof VariableExpression use) {
            return variable(use);
        } else if (expression instanceof DeclarationExpression declaration) {
            return declaration(declaration);
        } else if (expression instanceof BinaryExpression binary) {
            return operators.binary(binary);
        } else if (expression instanceof AttributeExpression) {
            return refused(expression, "A replay takes nothing from inside of objects: write it without '@'.");
        } else if (expression instanceof PropertyExpression property) {
            return property(property);
        } else if (expression instanceof MethodCallExpression call) {
            return call(call);
        } else if (expression instanceof ClosureExpression closure) {
            check(closure);
            return closure;
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
                || expression instanceof CastExpression cast && isPlain(cast);
        return isPlain
                ? expression.transformExpression(this)
                : refused(
                        expression,
                        "This is not allowed in a replay, which must give the same each time: it sees the state and the"
                                + " event, and calculates with texts, numbers, lists and maps.");
    }

    private static boolean isPlain(CastExpression cast) {
        return Set.of("String", "Integer", "Long", "BigDecimal", "BigInteger", "Boolean", "int", "long", "boolean")
                .contains(cast.getType().getNameWithoutPackage());
    }

    private Expression variable(VariableExpression use) {
        Variable meant = use.getAccessedVariable();
        boolean isImplicit = use.getName().equals("it");
        if (isOwn(meant) || isImplicit) {
            return use;
        }
        return refused(
                use,
                "'" + use.getName()
                        + "' comes from outside: a replay sees only the state and the event, so that it gives"
                        + " the same each time.");
    }

    private Expression declaration(DeclarationExpression declaration) {
        if (declaration.isMultipleAssignmentDeclaration()) {
            return refused(declaration, "Declare one variable after the other.");
        }
        VariableExpression variable = declaration.getVariableExpression();
        own.add(variable);
        declaration.setRightExpression(ReplayOperators.fitting(variable, transform(declaration.getRightExpression())));
        return declaration;
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
        String name = call.getMethodAsString();
        if (call.getObjectExpression() instanceof ClassExpression type
                && type.getType().getName().equals(Texts.class.getName())) {
            ArrayExpression parts = (ArrayExpression) ((ArgumentListExpression) call.getArguments()).getExpression(0);
            List<Expression> shown =
                    parts.getExpressions().stream().map(this::transform).toList();
            call.setArguments(
                    new ArgumentListExpression(replaced(parts, new ArrayExpression(ClassHelper.OBJECT_TYPE, shown))));
            return call;
        }
        Set<String> allowed = ReplayOperations.methods();
        if (call.isImplicitThis()
                || call.getObjectExpression() instanceof ClassExpression
                || call.isSpreadSafe()
                || name == null
                || !allowed.contains(name)) {
            mistakes.add(
                    call.getMethod().getLineNumber(),
                    call.getMethod().getColumnNumber(),
                    "'" + call.getMethod().getText()
                            + "' can't be called in a replay, which must give the same each time.",
                    List.of(),
                    name == null ? Optional.empty() : Nearest.to(name, allowed));
            return nothing(call);
        }
        List<Expression> arguments =
                CallArguments.of(call).all().stream().map(this::transform).toList();
        return operation(
                call,
                "call",
                transform(call.getObjectExpression()),
                text(name),
                new ConstantExpression(call.isSafe(), true),
                new ArrayExpression(ClassHelper.OBJECT_TYPE, arguments));
    }

    Expression refused(Expression place, String message) {
        add(place, message);
        return nothing(place);
    }

    private void add(ASTNode place, String message) {
        mistakes.add(place.getLineNumber(), place.getColumnNumber(), message);
    }
}

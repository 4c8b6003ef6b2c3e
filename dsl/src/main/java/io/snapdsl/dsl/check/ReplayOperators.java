package io.snapdsl.dsl.check;

import static io.snapdsl.dsl.check.ReplayCode.operation;
import static io.snapdsl.dsl.check.ReplayCode.replaced;
import static io.snapdsl.dsl.check.ReplayCode.text;

import java.util.Optional;
import org.codehaus.groovy.ast.Variable;
import org.codehaus.groovy.ast.expr.AttributeExpression;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.CastExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.EmptyExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.NotExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.syntax.Token;
import org.codehaus.groovy.syntax.Types;

/** What operators and assignments of a replay become. */
final class ReplayOperators {
    private final ReplayCheck check;

    ReplayOperators(ReplayCheck check) {
        this.check = check;
    }

    Expression binary(BinaryExpression binary) {
        int type = binary.getOperation().getType();
        Expression left = binary.getLeftExpression();
        Expression right = binary.getRightExpression();
        if (type == Types.ASSIGN) {
            return assigned(binary, left, transform(right));
        }
        Optional<String> compound = Operator.ofAssignment(type);
        if (compound.isPresent()) {
            Expression value = operation(binary, "operate", transform(left), text(compound.get()), transform(right));
            return assigned(binary, left, value);
        }
        Optional<String> plain = Operator.of(type);
        if (plain.isPresent()) {
            return operation(binary, "operate", transform(left), text(plain.get()), transform(right));
        }
        return switch (type) {
            case Types.LEFT_SQUARE_BRACKET ->
                operation(binary, "get", transform(left), transform(right), ConstantExpression.FALSE);
            case Types.COMPARE_EQUAL -> operation(binary, "isEqual", transform(left), transform(right));
            case Types.COMPARE_NOT_EQUAL -> {
                Expression equal = operation(binary, "isEqual", transform(left), transform(right));
                yield new NotExpression(equal);
            }
            case Types.KEYWORD_IN -> operation(binary, "isIn", transform(left), transform(right));
            case Types.COMPARE_TO -> operation(binary, "compare", transform(left), transform(right));
            case Types.COMPARE_LESS_THAN,
                    Types.COMPARE_LESS_THAN_EQUAL,
                    Types.COMPARE_GREATER_THAN,
                    Types.COMPARE_GREATER_THAN_EQUAL -> {
                Expression compared = operation(binary, "compare", transform(left), transform(right));
                yield replaced(
                        binary, new BinaryExpression(compared, binary.getOperation(), new ConstantExpression(0, true)));
            }
            case Types.LOGICAL_AND, Types.LOGICAL_OR -> binary.transformExpression(check);
            default -> check.refused(binary, "'" + binary.getOperation().getText() + "' is not allowed in a replay.");
        };
    }

    private Expression assigned(Expression place, Expression left, Expression value) {
        if (left instanceof PropertyExpression property && !(left instanceof AttributeExpression)) {
            return operation(place, "set", transform(property.getObjectExpression()), check.key(property), value);
        } else if (left instanceof BinaryExpression element
                && element.getOperation().getType() == Types.LEFT_SQUARE_BRACKET) {
            return operation(
                    place,
                    "set",
                    transform(element.getLeftExpression()),
                    transform(element.getRightExpression()),
                    value);
        } else if (left instanceof TupleExpression) {
            return check.refused(place, "Set one variable after the other.");
        }
        Token assign = Token.newSymbol(Types.ASSIGN, place.getLineNumber(), place.getColumnNumber());
        Expression fitting = left instanceof VariableExpression use && check.isOwn(use.getAccessedVariable())
                ? fitting(use.getAccessedVariable(), value)
                : value;
        return replaced(place, new BinaryExpression(transform(left), assign, fitting));
    }

    Expression counted(Expression place, Expression what, Token operator) {
        String name = operator.getType() == Types.PLUS_PLUS ? "plus" : "minus";
        return assigned(
                place, what, operation(place, "operate", transform(what), text(name), new ConstantExpression(1)));
    }

    /** What is calculated could be anything; a variable may say what it has to be. */
    static Expression fitting(Variable variable, Expression value) {
        boolean isFitting = variable.isDynamicTyped() || value instanceof EmptyExpression;
        return isFitting ? value : replaced(value, new CastExpression(variable.getOriginType(), value));
    }

    private Expression transform(Expression expression) {
        return check.transform(expression);
    }
}

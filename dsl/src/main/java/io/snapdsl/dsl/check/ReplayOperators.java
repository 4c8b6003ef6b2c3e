package io.snapdsl.dsl.check;

import static io.snapdsl.dsl.check.ReplayCode.operation;
import static io.snapdsl.dsl.check.ReplayCode.replaced;
import static io.snapdsl.dsl.check.ReplayCode.text;

import java.util.Optional;
import org.codehaus.groovy.ast.expr.AttributeExpression;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.NotExpression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
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
                operation(
                        binary,
                        "get",
                        transform(left),
                        transform(right),
                        new ConstantExpression(binary.isSafe(), true));
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
        } else if (left instanceof VariableExpression use) {
            return set(place, use, value);
        }
        return left instanceof AttributeExpression
                ? transform(left)
                : check.refused(place, "Set one variable after the other.");
    }

    private Expression set(Expression place, VariableExpression variable, Expression value) {
        if (check.variables().isGiven(variable)) {
            return check.refused(
                    place,
                    "'" + variable.getName() + "' can't become another: change what is in it, as in "
                            + variable.getName() + ".name = ….");
        }
        Token assign = Token.newSymbol(Types.ASSIGN, place.getLineNumber(), place.getColumnNumber());
        Expression fitting = check.variables().fitting(variable.getAccessedVariable(), value);
        return replaced(place, new BinaryExpression(transform(variable), assign, fitting));
    }

    Expression counted(Expression place, Expression what, Token operator) {
        String name = operator.getType() == Types.PLUS_PLUS ? "plus" : "minus";
        return assigned(
                place, what, operation(place, "operate", transform(what), text(name), new ConstantExpression(1)));
    }

    private Expression transform(Expression expression) {
        return check.transform(expression);
    }
}

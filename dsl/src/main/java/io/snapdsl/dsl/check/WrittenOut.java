package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Operators;
import io.snapdsl.dsl.words.Size;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.codehaus.groovy.ast.DynamicVariable;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.PropertyExpression;
import org.codehaus.groovy.ast.expr.UnaryMinusExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;

/** What an expression gives, where that can be seen in the script: a text, a number, {@code 7.days}, {@code cancel}. */
final class WrittenOut {
    private static final Vocabulary UNITS = Vocabulary.of(Units.class);

    private WrittenOut() {}

    /**
     * @param words of the place that the expression is in
     * @throws IllegalArgumentException when there can be no such value
     */
    static Optional<Object> value(Expression expression, Vocabulary words) {
        if (expression instanceof ConstantExpression constant) {
            return Optional.ofNullable(constant.getValue())
                    .filter(value -> value instanceof String || value instanceof Number);
        }
        if (expression instanceof UnaryMinusExpression minus) {
            return value(minus.getExpression(), words).flatMap(WrittenOut::negated);
        }
        if (expression instanceof PropertyExpression property) {
            return value(property.getObjectExpression(), words)
                    .filter(Number.class::isInstance)
                    .flatMap(number -> UNITS.value(String.valueOf(property.getPropertyAsString()))
                            .map(unit -> measured((Number) number, unit)));
        }
        return expression instanceof VariableExpression use && use.getAccessedVariable() instanceof DynamicVariable
                ? words.value(use.getName()).flatMap(Meaning::constant)
                : Optional.empty();
    }

    static Optional<Object> negated(Object value) {
        if (value instanceof Number number) {
            return Optional.of(new BigDecimal(number.toString()).negate());
        }
        if (value instanceof Duration duration) {
            return Optional.of(Operators.negative(duration));
        }
        return value instanceof Size size ? Optional.of(size.negative()) : Optional.empty();
    }

    static Object measured(Number number, Meaning unit) {
        try {
            return unit.annotated().invoke(null, number);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(e.getCause().getMessage(), e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}

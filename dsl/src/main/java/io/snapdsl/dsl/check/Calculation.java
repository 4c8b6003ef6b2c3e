package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Size;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.codehaus.groovy.runtime.typehandling.DefaultTypeTransformation;
import org.codehaus.groovy.syntax.Types;

/** What Groovy makes of texts, numbers and lists; nothing that takes long, needs much memory or is felt elsewhere. */
final class Calculation {
    private static final int MOST = 1_000;
    private static final Set<String> METHODS = Set.of(
            "each",
            "eachWithIndex",
            "times",
            "collect",
            "first",
            "last",
            "size",
            "join",
            "toLowerCase",
            "toUpperCase",
            "capitalize",
            "trim",
            "add");
    private static final Map<Integer, String> OPERATORS = Map.of(
            Types.PLUS, "plus",
            Types.MINUS, "minus",
            Types.MULTIPLY, "multiply",
            Types.DIVIDE, "div",
            Types.LEFT_SHIFT, "leftShift",
            Types.LEFT_SQUARE_BRACKET, "getAt");

    private Calculation() {}

    static Object call(Object receiver, String method, Object... arguments) {
        return METHODS.contains(method) ? calculate(receiver, method, arguments) : unknown();
    }

    static Object operate(int operator, Object left, Object right) {
        if (operator == Types.COMPARE_EQUAL || operator == Types.COMPARE_NOT_EQUAL) {
            return (operator == Types.COMPARE_EQUAL) == DefaultTypeTransformation.compareEqual(data(left), data(right));
        }
        boolean isRepetition = operator == Types.MULTIPLY && !(left instanceof Number && right instanceof Number);
        return OPERATORS.containsKey(operator) && !isRepetition
                ? calculate(left, OPERATORS.get(operator), right)
                : unknown();
    }

    static boolean isTrue(Object value) {
        return DefaultTypeTransformation.booleanUnbox(data(value));
    }

    private static Object calculate(Object receiver, String method, Object... arguments) {
        if (method.equals("leftShift") || method.equals("add")) {
            Arrays.stream(arguments).forEach(Calculation::single);
        }
        boolean isEndless = method.equals("times") && !(receiver instanceof Integer times && times <= MOST);
        if (isEndless || Arrays.asList(arguments).contains(UnknownException.VALUE)) {
            return unknown();
        }
        try {
            Object result = data(InvokerHelper.invokeMethod(data(receiver), method, arguments));
            if (method.equals("collect")) {
                ((Collection<?>) result).forEach(Calculation::single);
            }
            return result;
        } catch (RuntimeException e) {
            return unknown();
        }
    }

    /**
     * For what is put into a list: were that another list, they could be as large as can be, though each has few elements.
     *
     * @throws UnknownException if it is a list or a map
     */
    static Object single(Object value) {
        return value instanceof Collection || value instanceof Map ? unknown() : value;
    }

    /** @throws UnknownException if it is something else, or too large */
    static Object data(Object value) {
        boolean isData = value instanceof String text && text.length() <= MOST
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Boolean
                || value instanceof Duration
                || value instanceof Size
                || value instanceof BigDecimal number && number.precision() + Math.abs(number.scale()) <= MOST
                || value instanceof Map<?, ?> map && map.size() <= MOST
                || value instanceof Collection<?> list && list.size() <= MOST;
        return isData ? value : unknown();
    }

    private static Object unknown() {
        throw new UnknownException();
    }
}

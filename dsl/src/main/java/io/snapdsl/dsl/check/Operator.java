package io.snapdsl.dsl.check;

import java.util.Map;
import java.util.Optional;
import org.codehaus.groovy.syntax.Types;

/** What Groovy calls for its operators. */
final class Operator {
    private static final Map<Integer, String> PLAIN = Map.of(
            Types.PLUS, "plus",
            Types.MINUS, "minus",
            Types.MULTIPLY, "multiply",
            Types.DIVIDE, "div",
            Types.REMAINDER, "remainder",
            Types.MOD, "mod",
            Types.LEFT_SHIFT, "leftShift");

    private static final Map<Integer, String> ASSIGNING = Map.of(
            Types.PLUS_EQUAL, "plus",
            Types.MINUS_EQUAL, "minus",
            Types.MULTIPLY_EQUAL, "multiply",
            Types.DIVIDE_EQUAL, "div",
            Types.LEFT_SHIFT_EQUAL, "leftShift");

    private Operator() {}

    static Optional<String> of(int type) {
        return Optional.ofNullable(PLAIN.get(type));
    }

    /** Of one that assigns what it has calculated. */
    static Optional<String> ofAssignment(int type) {
        return Optional.ofNullable(ASSIGNING.get(type));
    }
}

package io.snapdsl.engine.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/**
 * One way to write each number: 1, 1.0 and 1e0 are {@code 1}. Plainly, unless that took more than twenty zeros that only
 * say how large or small it is: then as {@code 1.5e+300}.
 */
final class CanonicalNumber {
    private static final int ZEROS = 20;
    private static final int MAX_EXPONENT = 9999;

    private CanonicalNumber() {}

    /** @throws ArithmeticException if it is no number that JSON knows, or beyond our limits; the message says which */
    static String text(JsonNode number) {
        if (number.isIntegralNumber() && number.canConvertToLong()) {
            return Long.toString(number.longValue());
        }
        if (number.isFloatingPointNumber() && !number.isBigDecimal() && !Double.isFinite(number.doubleValue())) {
            throw new ArithmeticException(number.asText() + " is no number in JSON");
        }
        // A float is what it is written as: as a double it would get digits that nobody wrote.
        return text(number.isFloat() ? new BigDecimal(number.asText()) : number.decimalValue());
    }

    private static String text(BigDecimal number) {
        if (number.signum() == 0) {
            return "0";
        }
        // Before the zeros are stripped: that overflows at the very end of what a scale can be.
        long exponent = (long) number.precision() - number.scale() - 1;
        if (Math.abs(exponent) > MAX_EXPONENT) {
            throw new ArithmeticException("a number's exponent is " + exponent + ", beyond " + MAX_EXPONENT);
        }
        BigDecimal stripped = number.stripTrailingZeros();
        if (stripped.precision() > CanonicalJson.MAX_DIGITS) {
            throw new ArithmeticException("a number has more than " + CanonicalJson.MAX_DIGITS + " digits");
        }
        int zeros = stripped.scale() <= 0 ? -stripped.scale() : stripped.scale() - stripped.precision();
        return zeros <= ZEROS ? stripped.toPlainString() : scientific(stripped, exponent);
    }

    private static String scientific(BigDecimal stripped, long exponent) {
        String digits = stripped.unscaledValue().abs().toString();
        return (stripped.signum() < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e" : "e+")
                + exponent;
    }
}

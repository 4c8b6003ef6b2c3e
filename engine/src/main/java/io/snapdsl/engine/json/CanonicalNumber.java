package io.snapdsl.engine.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * One way to write each number: 1, 1.0 and 1e0 are {@code 1}. Plainly, unless that took more than twenty zeros that only
 * say how large or small it is: then as {@code 1.5e+300}.
 */
final class CanonicalNumber {
    private static final int ZEROS = 20;
    private static final int MAX_EXPONENT = 9999;

    private CanonicalNumber() {}

    /**
     * The number that {@code in} stands at.
     *
     * @throws ArithmeticException if it is none that JSON knows, or beyond our limits; the message says which
     */
    static String text(JsonParser in) throws IOException {
        if (in.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                    ? text(new BigDecimal(in.getBigIntegerValue()))
                    : Long.toString(in.getLongValue());
        }
        if (in.isNaN()) {
            throw new ArithmeticException(in.getText() + " is no number in JSON");
        }
        // As it is written: as a double it would get digits that nobody wrote.
        return text(decimal(in.getText()));
    }

    private static BigDecimal decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new ArithmeticException("a number's exponent has too many digits");
        }
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

package io.snapdsl.dsl.words;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** An amount of stored data, as in {@code 10.GB}. The methods are what Groovy calls for operators. */
public record Size(long bytes) implements Comparable<Size> {
    @Override
    public int compareTo(Size other) {
        return Long.compare(bytes, other.bytes);
    }

    public Size plus(Size other) {
        return new Size(Math.addExact(bytes, other.bytes));
    }

    public Size minus(Size other) {
        return new Size(Math.subtractExact(bytes, other.bytes));
    }

    public Size multiply(Number factor) {
        return new Size(Units.exact(factor, bytes));
    }

    public Size div(Number divisor) {
        return new Size(new BigDecimal(bytes)
                .divide(new BigDecimal(divisor.toString()), 0, RoundingMode.HALF_UP)
                .longValueExact());
    }

    public Size negative() {
        return new Size(Math.negateExact(bytes));
    }
}

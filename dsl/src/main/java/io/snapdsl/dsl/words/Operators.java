package io.snapdsl.dsl.words;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Calculating with durations and sizes, as far as they can't do it themselves: what Groovy calls for operators. */
public final class Operators {
    private Operators() {}

    public static Duration multiply(Duration duration, Number factor) {
        return Duration.ofMillis(Units.exact(factor, duration.toMillis()));
    }

    public static Duration multiply(Number factor, Duration duration) {
        return multiply(duration, factor);
    }

    public static Size multiply(Number factor, Size size) {
        return size.multiply(factor);
    }

    public static Duration div(Duration duration, Number divisor) {
        return Duration.ofMillis(BigDecimal.valueOf(duration.toMillis())
                .divide(new BigDecimal(divisor.toString()), 0, RoundingMode.HALF_UP)
                .longValueExact());
    }

    public static Duration negative(Duration duration) {
        return duration.negated();
    }
}

package io.snapdsl.dsl.words;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What can stand after a number: {@code 7.days}, {@code 1.5.hours}, {@code 10.GB}. */
@Place(
        name = "a number",
        value = "Durations and sizes are written as a number and a unit: `7.days`, `1.5.hours`, `10.GB`.")
public final class Units {
    /** What people write who know them by other names. */
    private static final Map<String, String> SHORT = Map.ofEntries(
            entry("ms", "milliseconds"),
            entry("millis", "milliseconds"),
            entry("s", "seconds"),
            entry("sec", "seconds"),
            entry("secs", "seconds"),
            entry("m", "minutes"),
            entry("min", "minutes"),
            entry("mins", "minutes"),
            entry("h", "hours"),
            entry("hr", "hours"),
            entry("hrs", "hours"),
            entry("d", "days"),
            entry("w", "weeks"),
            entry("k", "KB"),
            entry("g", "GB"),
            entry("t", "TB"));

    private Units() {}

    /** The unit that is meant by a short name for it. */
    public static Optional<String> meant(String name) {
        return Optional.ofNullable(SHORT.get(name.toLowerCase(Locale.ROOT)));
    }

    @Word("milliseconds")
    public static Duration getMilliseconds(Number number) {
        return times(number, Duration.ofMillis(1));
    }

    @Word("the same as `seconds`")
    public static Duration getSecond(Number number) {
        return getSeconds(number);
    }

    @Word("seconds")
    public static Duration getSeconds(Number number) {
        return times(number, Duration.ofSeconds(1));
    }

    @Word("the same as `minutes`")
    public static Duration getMinute(Number number) {
        return getMinutes(number);
    }

    @Word("minutes")
    public static Duration getMinutes(Number number) {
        return times(number, Duration.ofMinutes(1));
    }

    @Word("the same as `hours`")
    public static Duration getHour(Number number) {
        return getHours(number);
    }

    @Word("hours")
    public static Duration getHours(Number number) {
        return times(number, Duration.ofHours(1));
    }

    @Word("the same as `days`")
    public static Duration getDay(Number number) {
        return getDays(number);
    }

    @Word("days of 24 hours")
    public static Duration getDays(Number number) {
        return times(number, Duration.ofDays(1));
    }

    @Word("the same as `weeks`")
    public static Duration getWeek(Number number) {
        return getWeeks(number);
    }

    @Word("weeks of 7 days")
    public static Duration getWeeks(Number number) {
        return times(number, Duration.ofDays(7));
    }

    @Word("10³ bytes")
    public static Size getKB(Number number) {
        return bytes(number, 1_000L);
    }

    @Word("10⁶ bytes")
    public static Size getMB(Number number) {
        return bytes(number, 1_000_000L);
    }

    @Word("10⁹ bytes")
    public static Size getGB(Number number) {
        return bytes(number, 1_000_000_000L);
    }

    @Word("10¹² bytes")
    public static Size getTB(Number number) {
        return bytes(number, 1_000_000_000_000L);
    }

    @Word("2¹⁰ bytes")
    public static Size getKiB(Number number) {
        return bytes(number, 1L << 10);
    }

    @Word("2²⁰ bytes")
    public static Size getMiB(Number number) {
        return bytes(number, 1L << 20);
    }

    @Word("2³⁰ bytes")
    public static Size getGiB(Number number) {
        return bytes(number, 1L << 30);
    }

    @Word("2⁴⁰ bytes")
    public static Size getTiB(Number number) {
        return bytes(number, 1L << 40);
    }

    public static boolean isUnit(String name) {
        return Vocabulary.of(Units.class).value(name).isPresent();
    }

    private static Duration times(Number number, Duration unit) {
        return Duration.ofMillis(exact(number, unit.toMillis()));
    }

    private static Size bytes(Number number, long unit) {
        return new Size(exact(number, unit));
    }

    static long exact(Number number, long unit) {
        try {
            return new BigDecimal(number.toString())
                    .multiply(BigDecimal.valueOf(unit))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(number + " is too large a number here", e);
        }
    }
}

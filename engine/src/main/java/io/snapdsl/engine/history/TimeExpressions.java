package io.snapdsl.engine.history;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Times as people write them: {@code 10 minutes ago}, {@code 2h ago}, {@code yesterday}, {@code 2026-05-01 13:00}. */
public final class TimeExpressions {
    private static final Pattern AGO = Pattern.compile("(.+)\\s+ago");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*([a-z]+)");
    private static final Map<String, Duration> UNITS = Map.of(
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1),
            "w", Duration.ofDays(7));
    private static final Pattern UNIT =
            Pattern.compile("(s|sec|secs|seconds?)|(m|min|mins|minutes?)|(h|hours?)|(d|days?)|(w|weeks?)");

    private final Clock clock;

    public TimeExpressions(Clock clock) {
        this.clock = clock;
    }

    /** Local times are in the clock's zone; a date alone means the end of that day. */
    public Optional<Instant> parse(String expression) {
        return parse(expression, date -> date.atTime(LocalTime.MAX).atZone(clock.getZone()));
    }

    /** As {@link #parse}, for what is to count from then on: a date alone means the start of that day. */
    public Optional<Instant> parseStart(String expression) {
        return parse(expression, date -> date.atStartOfDay(clock.getZone()));
    }

    /** As {@link #parseStart}, for what must be a time. */
    public Instant start(String expression) {
        return parseStart(expression).orElseThrow(() -> notATime(expression));
    }

    /** As {@link #parse}, for what must be a time. */
    public Instant end(String expression) {
        return parse(expression).orElseThrow(() -> notATime(expression));
    }

    private static SnapdslException notATime(String text) {
        return new SnapdslException(
                ErrorCode.USAGE, "'" + text + "' is not a time.", "Write '2 hours ago', or 2026-05-01 13:00.");
    }

    private Optional<Instant> parse(String expression, Function<LocalDate, ZonedDateTime> onDay) {
        String text = expression.strip();
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals("now")) {
            return Optional.of(clock.instant());
        }
        if (lower.equals("yesterday")) {
            return Optional.of(clock.instant().minus(Duration.ofDays(1)));
        }
        Matcher ago = AGO.matcher(lower);
        if (ago.matches()) {
            return duration(ago.group(1)).map(clock.instant()::minus);
        }
        String iso = text.replaceFirst("^(\\d{4}-\\d{2}-\\d{2}) (\\d)", "$1T$2");
        return Stream.<Function<String, Instant>>of(
                        Instant::parse,
                        t -> OffsetDateTime.parse(t).toInstant(),
                        t -> LocalDateTime.parse(t).atZone(clock.getZone()).toInstant(),
                        t -> onDay.apply(LocalDate.parse(t)).toInstant())
                .flatMap(format -> attempt(format, iso).stream())
                .findFirst();
    }

    /** {@code 5m}, {@code 2 hours}. */
    public static Optional<Duration> duration(String text) {
        Matcher duration = DURATION.matcher(text.strip().toLowerCase(Locale.ROOT));
        return duration.matches()
                ? unit(duration.group(2)).map(unit -> unit.multipliedBy(Long.parseLong(duration.group(1))))
                : Optional.empty();
    }

    private static Optional<Instant> attempt(Function<String, Instant> format, String text) {
        try {
            return Optional.of(format.apply(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> unit(String word) {
        return UNIT.matcher(word).matches() ? Optional.of(UNITS.get(word.substring(0, 1))) : Optional.empty();
    }
}

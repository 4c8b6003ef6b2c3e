package io.snapdsl.engine.retention;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/**
 * A period of the local calendar. So a day has 23 hours when summer time begins and 25 when it ends; and the hour that
 * the clock then shows twice is two hours.
 */
public enum Period {
    HOURLY("uuuu-MM-dd HH:00"),
    DAILY("uuuu-MM-dd"),
    WEEKLY(""),
    MONTHLY("uuuu-MM"),
    YEARLY("uuuu");

    private final DateTimeFormatter format;

    Period(String pattern) {
        this.format = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** When the period began that {@code time} lies in. */
    ZonedDateTime start(Instant time, ZoneId zone) {
        ZonedDateTime local = time.atZone(zone);
        LocalDate day = local.toLocalDate();
        return switch (this) {
            case HOURLY -> local.truncatedTo(ChronoUnit.HOURS);
            case DAILY -> day.atStartOfDay(zone);
            case WEEKLY ->
                day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).atStartOfDay(zone);
            case MONTHLY -> day.withDayOfMonth(1).atStartOfDay(zone);
            case YEARLY -> day.withDayOfYear(1).atStartOfDay(zone);
        };
    }

    /** The period's name: {@code 2026-05-01}, {@code 2026-W18}. */
    String label(ZonedDateTime start) {
        return this == WEEKLY
                ? String.format(
                        Locale.ROOT,
                        "%d-W%02d",
                        start.get(IsoFields.WEEK_BASED_YEAR),
                        start.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR))
                : format.format(start);
    }
}

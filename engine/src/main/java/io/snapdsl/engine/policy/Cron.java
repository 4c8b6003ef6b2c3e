package io.snapdsl.engine.policy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.BitSet;
import java.util.Optional;

/**
 * A schedule in cron's five fields: minute, hour, day of month, month, day of week, with names, ranges, lists and steps.
 * As in cron, when both kinds of day are restricted, either is enough.
 *
 * <p>Local clocks are changed, and a schedule goes by them. Where a time is skipped, what was due in the gap is due once,
 * right after it. Where an hour comes twice, a schedule that names hours is due in the first of the two only; one
 * for every hour is due in both.
 */
public final class Cron {
    /** The rarest day is 29 February: the one after 2096's comes in 2104. */
    private static final int YEARS_AHEAD = 9;

    private final String text;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;

    private Cron(String text, String[] fields) {
        this.text = text;
        this.minutes = CronField.MINUTE.parse(fields[0]);
        this.hours = CronField.HOUR.parse(fields[1]);
        this.days = CronField.DAY.parse(fields[2]);
        this.months = CronField.MONTH.parse(fields[3]);
        this.weekdays = CronField.WEEKDAY.parse(fields[4]);
    }

    /** @throws IllegalArgumentException saying what is wrong with which field, and what is allowed there */
    public static Cron parse(String text) {
        String[] fields = text.strip().split("\\s+");
        if (fields.length != 5) {
            throw new IllegalArgumentException("a schedule has five fields (minute hour day month weekday), not "
                    + (text.isBlank() ? 0 : fields.length));
        }
        Cron cron = new Cron(String.join(" ", fields), fields);
        if (cron.next(Instant.EPOCH, ZoneOffset.UTC).isEmpty()) {
            throw new IllegalArgumentException("there is no such day: the schedule would never be due");
        }
        return cron;
    }

    /** The first time after {@code instant} that is due. */
    public Optional<Instant> next(Instant instant, ZoneId zone) {
        LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
        LocalDate last = local.toLocalDate().plusYears(YEARS_AHEAD);
        // From midnight, so that what a change of clocks has moved to after this instant is not overlooked.
        for (LocalDate day = local.toLocalDate(); day.isBefore(last); day = nextDay(day)) {
            if (matches(day)) {
                Optional<Instant> due = nextOn(day, instant, zone);
                if (due.isPresent()) {
                    return due;
                }
            }
        }
        return Optional.empty();
    }

    /** Skips months that don't match, so that a rare date is found quickly. */
    private LocalDate nextDay(LocalDate day) {
        LocalDate next = day.plusDays(1);
        while (!months.get(next.getMonthValue())) {
            next = next.withDayOfMonth(1).plusMonths(1);
        }
        return next;
    }

    private boolean matches(LocalDate day) {
        if (!months.get(day.getMonthValue())) {
            return false;
        }
        boolean byDate = days.get(day.getDayOfMonth());
        DayOfWeek weekday = day.getDayOfWeek();
        boolean byWeekday = weekdays.get(weekday.getValue() % 7);
        boolean anyDate = days.cardinality() == CronField.DAY.size();
        boolean anyWeekday = weekdays.cardinality() == CronField.WEEKDAY.size();
        return anyDate || anyWeekday ? byDate && byWeekday : byDate || byWeekday;
    }

    private Optional<Instant> nextOn(LocalDate day, Instant after, ZoneId zone) {
        Optional<Instant> first = Optional.empty();
        for (int hour = hours.nextSetBit(0); hour >= 0; hour = hours.nextSetBit(hour + 1)) {
            for (int minute = minutes.nextSetBit(0); minute >= 0; minute = minutes.nextSetBit(minute + 1)) {
                Optional<Instant> due = dueAt(day.atTime(LocalTime.of(hour, minute)), after, zone);
                if (due.isPresent() && (first.isEmpty() || due.get().isBefore(first.get()))) {
                    first = due;
                }
            }
        }
        return first;
    }

    private Optional<Instant> dueAt(LocalDateTime local, Instant after, ZoneId zone) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        if (change == null) {
            return Optional.of(local.atZone(zone).toInstant()).filter(after::isBefore);
        }
        if (change.isGap()) {
            return Optional.of(change.getInstant()).filter(after::isBefore);
        }
        Instant early = local.toInstant(change.getOffsetBefore());
        Instant late = local.toInstant(change.getOffsetAfter());
        boolean everyHour = hours.cardinality() == CronField.HOUR.size();
        return Optional.of(early)
                .filter(after::isBefore)
                .or(() -> everyHour ? Optional.of(late).filter(after::isBefore) : Optional.empty());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cron cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.retention.DefaultRetention;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.KeepRules.Anchor;
import io.snapdsl.engine.retention.Period;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The rules of {@code prune}. */
final class KeepOptions {
    @Option(names = "--keep-last", paramLabel = "N", description = "Keep the N newest.")
    private Optional<Integer> last;

    @Option(
            names = "--keep-sessions",
            paramLabel = "N",
            description = "Keep all of the N last sessions, and the states before.")
    private Optional<Integer> sessions;

    @Option(names = "--keep-hourly", paramLabel = "N", description = "Keep one of each of the N last hours with any.")
    private Optional<Integer> hourly;

    @Option(names = "--keep-daily", paramLabel = "N", description = "The same of days,")
    private Optional<Integer> daily;

    @Option(names = "--keep-weekly", paramLabel = "N", description = "of weeks (from Monday),")
    private Optional<Integer> weekly;

    @Option(names = "--keep-monthly", paramLabel = "N", description = "of months,")
    private Optional<Integer> monthly;

    @Option(names = "--keep-yearly", paramLabel = "N", description = "of years.")
    private Optional<Integer> yearly;

    @Option(names = "--keep-within", paramLabel = "7d", description = "Keep all that are no older: 90min, 12h, 7d, 4w.")
    private Optional<String> within;

    @Option(names = "--keep-tagged", paramLabel = "T", description = "Keep all with this tag. Can be repeated.")
    private List<String> tags = List.of();

    @Option(names = "--keep", paramLabel = "ID", description = "Keep this one. Can be repeated.")
    private List<String> ids = List.of();

    @Option(
            names = "--anchor",
            paramLabel = "newest|oldest",
            defaultValue = "newest",
            description = "Which one stands for its hour, day, week… Default: ${DEFAULT-VALUE}.")
    private String anchor;

    @Option(
            names = "--zone",
            paramLabel = "Z",
            description = "Whose calendar: Europe/Berlin, UTC. Default: this machine's.")
    private Optional<String> zone;

    /** Whether any rule was given. */
    private boolean isGiven() {
        return last.isPresent()
                || sessions.isPresent()
                || within.isPresent()
                || !tags.isEmpty()
                || !ids.isEmpty()
                || !periods().isEmpty();
    }

    /** The rules that were given, if any. */
    Optional<KeepRules> rules(ZoneId localZone, Function<String, SnapshotId> find) {
        KeepRules given = new KeepRules(
                count("--keep-last", last),
                count("--keep-sessions", sessions),
                periods(),
                within.map(KeepOptions::duration),
                Set.copyOf(tags),
                ids.stream().map(find).collect(Collectors.toSet()),
                Anchor.named(anchor),
                chosenZone(localZone));
        return isGiven() ? Optional.of(given) : Optional.empty();
    }

    /** The default rules for {@code subject}, with the calendar that was chosen. */
    KeepRules defaults(Subject subject, ZoneId localZone) {
        KeepRules rules = DefaultRetention.rules(subject, chosenZone(localZone));
        return new KeepRules(
                rules.last(),
                rules.sessions(),
                rules.periods(),
                rules.within(),
                rules.tags(),
                rules.ids(),
                Anchor.named(anchor),
                rules.zone());
    }

    /** Whose days and weeks are counted. */
    ZoneId chosenZone(ZoneId localZone) {
        return zone.map(KeepOptions::zone).orElse(localZone);
    }

    private Map<Period, Integer> periods() {
        Map<Period, Integer> periods = new EnumMap<>(Period.class);
        Map.of(
                        Period.HOURLY, hourly,
                        Period.DAILY, daily,
                        Period.WEEKLY, weekly,
                        Period.MONTHLY, monthly,
                        Period.YEARLY, yearly)
                .forEach((period, given) -> {
                    if (given.isPresent()) {
                        periods.put(period, count("--keep-" + period.word(), given));
                    }
                });
        return periods;
    }

    private static int count(String option, Optional<Integer> given) {
        given.filter(number -> number < 0).ifPresent(number -> {
            throw new SnapdslException(
                    ErrorCode.USAGE, option + " " + number + " is not a number of snapshots.", "Give 0 or more.");
        });
        return given.orElse(0);
    }

    private static Duration duration(String text) {
        return TimeExpressions.duration(text)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE, "'" + text + "' is not a span of time.", "Write 90min, 12h, 7d or 4w."));
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "'" + text + "' is not a time zone.", "Write Europe/Berlin, UTC or +02:00.", e);
        }
    }
}

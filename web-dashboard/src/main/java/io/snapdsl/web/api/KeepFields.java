package io.snapdsl.web.api;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.retention.DefaultRetention;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.KeepRules.Anchor;
import io.snapdsl.engine.retention.Limits;
import io.snapdsl.engine.retention.Period;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Route;
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

/** The rules and limits that a request to prune names. */
record KeepFields(Body body, ZoneId localZone, Function<String, SnapshotId> find) {
    static Route describe(Route prune) {
        Route described = prune.with("keepLast", "Keep so many of the newest.")
                .with("keepSessions", "Keep all of so many of the last sessions.");
        for (Period period : Period.values()) {
            described = described.with(field(period), "Keep one of each of so many periods: " + period.word() + ".");
        }
        return described
                .with("keepWithin", "Keep all that are no older: 90min, 12h, 7d, 4w.")
                .with("keep", "A list: keep these, by ids or their beginnings, @latest, @1.")
                .with("anchor", "Which one stands for its hour, day, week…: newest or oldest; newest.")
                .with("zone", "Whose calendar: Europe/Berlin, UTC; else this machine's.")
                .with("keepTagged", "A list: keep all with one of these tags.")
                .with("maxPerSubject", "At most so many of each subject.")
                .with("maxTotal", "With all: at most so many together.")
                .with("maxBytes", "With all: at most so much stored content.");
    }

    /** Those that were given, if any. */
    Optional<KeepRules> rules() {
        Optional<Integer> last = body.number("keepLast", 0);
        Optional<Integer> sessions = body.number("keepSessions", 0);
        Map<Period, Integer> periods = new EnumMap<>(Period.class);
        for (Period period : Period.values()) {
            body.number(field(period), 0).ifPresent(count -> periods.put(period, count));
        }
        Optional<Duration> within = body.text("keepWithin").map(KeepFields::duration);
        List<String> tags = body.texts("keepTagged");
        Set<SnapshotId> ids = body.texts("keep").stream().map(find).collect(Collectors.toSet());
        boolean none = last.isEmpty() && sessions.isEmpty() && periods.isEmpty() && within.isEmpty();
        if (none && tags.isEmpty() && ids.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new KeepRules(
                last.orElse(0), sessions.orElse(0), periods, within, Set.copyOf(tags), ids, anchor(), zone()));
    }

    /** The default rules of {@code subject}, with the calendar that was chosen. */
    KeepRules defaults(Subject subject) {
        KeepRules rules = DefaultRetention.rules(subject, zone());
        return new KeepRules(
                rules.last(),
                rules.sessions(),
                rules.periods(),
                rules.within(),
                rules.tags(),
                rules.ids(),
                anchor(),
                rules.zone());
    }

    private Anchor anchor() {
        return body.text("anchor").map(Anchor::named).orElse(Anchor.NEWEST);
    }

    private ZoneId zone() {
        return body.text("zone").map(KeepFields::zone).orElse(localZone);
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "'zone' is not a time zone.", "Write Europe/Berlin, UTC or +02:00.", e);
        }
    }

    /** @param all whether the whole store is pruned: a limit on it is not one subject's to meet */
    Limits limits(boolean all) {
        Optional<Integer> total = body.number("maxTotal", 1);
        Optional<Long> bytes = body.bigNumber("maxBytes", 1);
        if (!all && (total.isPresent() || bytes.isPresent())) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "That is a limit of the whole store.", "Send \"all\": true, too.");
        }
        return new Limits(body.number("maxPerSubject", 1), total, bytes);
    }

    private static String field(Period period) {
        String word = period.word();
        return "keep" + Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private static Duration duration(String text) {
        return TimeExpressions.duration(text)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE, "'keepWithin' is not a span of time.", "Write 90min, 12h, 7d or 4w."));
    }
}

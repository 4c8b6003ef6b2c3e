package io.snapdsl.engine.retention;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.retention.KeepRules.Anchor;
import io.snapdsl.engine.store.Timeline;
import io.snapdsl.engine.store.Timeline.Point;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What {@link KeepRules} want of one subject's snapshots. Made by looking at as many snapshots as the rules count, not
 * at all there are; so it is cheap to ask about a single one of a long chain.
 */
public final class Wishes {
    /** @param firm whether somebody chose this very snapshot: then no limit goes over it */
    record Wish(String words, boolean firm) {}

    private final KeepRules rules;
    /** By the chain's order, as the log shows it: a clock may have been set back. */
    private final long firstOfLast;

    private final Optional<Instant> earliest;
    private final Map<SnapshotId, List<Wish>> chosen = new HashMap<>();

    Wishes(KeepRules rules, Timeline timeline, Function<String, Set<SnapshotId>> tagged, Instant now) {
        this.rules = rules;
        this.firstOfLast = rules.last() == 0
                ? Long.MAX_VALUE
                : timeline.fromNewest(rules.last()).map(Point::sequence).orElse(0L);
        this.earliest = rules.within().map(now::minus);
        if (rules.sessions() > 0) {
            String which = rules.sessions() == 1 ? "the last session" : "the last " + rules.sessions() + " sessions";
            Set<SnapshotId> theirs = timeline.ofNewestSessions(rules.sessions());
            theirs.forEach(id -> choose(id, new Wish("of " + which, false)));
            timeline.beforeNewestSessions(rules.sessions()).stream()
                    .filter(id -> !theirs.contains(id))
                    .forEach(id -> choose(id, new Wish("the state before one of " + which, false)));
        }
        rules.ids().forEach(id -> choose(id, new Wish("named by its id", true)));
        for (String tag : new TreeSet<>(rules.tags())) {
            tagged.apply(tag).forEach(id -> choose(id, new Wish("tagged " + tag, true)));
        }
        for (Period period : Period.values()) {
            choosePeriods(period, rules.periods().getOrDefault(period, 0), timeline);
        }
    }

    private void choosePeriods(Period period, int count, Timeline timeline) {
        Optional<Point> newest = count == 0 ? Optional.empty() : timeline.newestBefore(Instant.MAX);
        for (int left = count; left > 0 && newest.isPresent(); left--) {
            ZonedDateTime start = period.start(newest.get().time(), rules.zone());
            Point point = rules.anchor() == Anchor.NEWEST
                    ? newest.get()
                    : timeline.oldestFrom(start.toInstant()).orElseThrow();
            String anchor = rules.anchor().name().toLowerCase(Locale.ROOT);
            choose(point.id(), new Wish(period.word() + ": " + anchor + " of " + period.label(start), false));
            newest = timeline.newestBefore(start.toInstant());
        }
    }

    private void choose(SnapshotId id, Wish wish) {
        chosen.computeIfAbsent(id, any -> new ArrayList<>()).add(wish);
    }

    /** Whether a rule wants this very snapshot, and not just whatever is no older. */
    public boolean singleOut(Point snapshot) {
        return isAmongLast(snapshot) || chosen.containsKey(snapshot.id());
    }

    private boolean isAmongLast(Point snapshot) {
        return snapshot.sequence() >= firstOfLast;
    }

    /** Why {@code snapshot} is wanted; empty when it isn't. */
    List<Wish> of(Point snapshot) {
        List<Wish> wishes = new ArrayList<>();
        if (isAmongLast(snapshot)) {
            wishes.add(new Wish(rules.last() == 1 ? "the last one" : "among the last " + rules.last(), false));
        }
        if (earliest.filter(time -> !snapshot.time().isBefore(time)).isPresent()) {
            wishes.add(new Wish("within " + Durations.words(rules.within().orElseThrow()), false));
        }
        wishes.addAll(chosen.getOrDefault(snapshot.id(), List.of()));
        return wishes;
    }
}

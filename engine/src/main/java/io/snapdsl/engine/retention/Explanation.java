package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.AuditLog;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StatedRules.Stated;
import io.snapdsl.engine.store.Timeline;
import io.snapdsl.engine.store.Timeline.Point;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Why a snapshot exists, and why it is still there or gone.
 *
 * @param made the operation that made it
 */
public record Explanation(Snapshot snapshot, Optional<Logged> made, Fate fate) {
    public sealed interface Fate {
        /**
         * @param reasons what protects it, and which rules keep it; none if the next pruning takes it
         * @param policies those whose rules these are; none if they are the default ones
         */
        record Kept(List<String> reasons, List<String> policies) implements Fate {
            /** The reasons; without any, what will become of it. */
            public List<String> words() {
                if (!reasons.isEmpty()) {
                    return reasons;
                }
                return List.of(
                        policies.isEmpty()
                                ? "by no default rule: 'snapdsl prune' without options would remove it"
                                : "by no rule of " + String.join(", ", policies)
                                        + ": the next run of the policy removes it");
            }
        }

        /**
         * @param reason empty when nobody gave one
         * @param rules those in force then, in words; empty if none decided
         * @param policy whose run it was; empty if somebody did it by hand
         */
        record Removed(Optional<Logged> by, String reason, String rules, String policy) implements Fate {}

        /**
         * Another snapshot is shown in its place.
         *
         * @param merged the operation that made it
         * @param removed what became of that one, if it is gone too
         */
        record Replaced(SnapshotId by, Optional<Logged> merged, Optional<Removed> removed) implements Fate {
            /** By what rule it was merged: the first word that the operation says. */
            public String strategy() {
                return merged.map(logged -> logged.operation().detail().split(" ", 2)[0])
                        .orElse("");
            }
        }
    }

    /** Looks at this one and at as many others as the rules count, however long the chain is. */
    public static Explanation of(Snapshot snapshot, SnapshotStore store, Clock clock) {
        return new Explanation(snapshot, store.auditLog().of(snapshot.id()), fate(snapshot, store, clock));
    }

    private static Fate fate(Snapshot snapshot, SnapshotStore store, Clock clock) {
        Catalog catalog = store.catalog();
        if (snapshot.replacedBy().isPresent()) {
            SnapshotId place = snapshot.replacedBy().get();
            return new Fate.Replaced(
                    place,
                    store.auditLog().of(place),
                    catalog.find(place).filter(Snapshot::isRemoved).map(gone -> removed(gone, store.auditLog())));
        }
        if (snapshot.isRemoved()) {
            return removed(snapshot, store.auditLog());
        }
        Subject subject = store.subjects().find(snapshot.subjectId()).orElseThrow();
        List<Stated> stated = new RulesInForce(store.statedRules()).stated(subject);
        Protection protection = new Protection(store);
        return stated.isEmpty()
                ? byDefault(snapshot, subject, catalog, protection, clock)
                : byPolicies(snapshot, stated, catalog, protection, clock);
    }

    /** As far as rules go: what limits take from it depends on all that a policy protects. */
    private static Fate.Kept byPolicies(
            Snapshot snapshot, List<Stated> stated, Catalog catalog, Protection protection, Clock clock) {
        List<String> reasons = new ArrayList<>(protection.reasons(snapshot));
        for (Stated one : stated) {
            String policy = "policy " + one.policy() + " of " + one.script() + ": ";
            one.rules()
                    .map(rules -> rules
                            .over(catalog.timeline(snapshot.subjectId()), catalog::tagged, clock.instant())
                            .of(point(snapshot))
                            .stream()
                            .map(Wishes.Wish::words))
                    .orElse(Stream.of("keeps all that its limits allow"))
                    .forEach(words -> reasons.add(policy + words));
        }
        return new Fate.Kept(
                reasons, stated.stream().map(Stated::policy).distinct().toList());
    }

    private static Fate.Kept byDefault(
            Snapshot snapshot, Subject subject, Catalog catalog, Protection protection, Clock clock) {
        Timeline timeline = catalog.timeline(subject.id());
        Wishes wishes =
                DefaultRetention.rules(subject, clock.getZone()).over(timeline, catalog::tagged, clock.instant());
        Retention retention = new Retention(subject, List.of(wishes));
        Function<Snapshot, Decision> decide =
                one -> retention.decide(point(one), protection.reasonApartFromMoments(one));
        Decision decision = decide.apply(snapshot);
        boolean over = decision.isInReachOfLimits()
                && DefaultRetention.limits(subject)
                        .perSubject()
                        .filter(limit -> isOver(
                                limit,
                                snapshot,
                                timeline,
                                id -> decide.apply(catalog.find(id).orElseThrow())))
                        .isPresent();
        List<String> reasons = new ArrayList<>(protection.reasons(snapshot));
        if (!over) {
            wishes.of(point(snapshot)).forEach(wish -> reasons.add(wish.words()));
        }
        return new Fate.Kept(reasons, List.of());
    }

    /** Whether so many newer ones are kept that there is no place for this one: counted as {@link Limits} counts. */
    private static boolean isOver(
            int limit, Snapshot snapshot, Timeline timeline, Function<SnapshotId, Decision> decide) {
        int newer = 0;
        for (int number = 1; newer < limit; number++) {
            Point point = timeline.fromNewest(number).orElseThrow();
            if (point.id().equals(snapshot.id())) {
                return false;
            }
            if (number == 1 || decide.apply(point.id()).isInReachOfLimits()) {
                newer++;
            }
        }
        return true;
    }

    private static Point point(Snapshot snapshot) {
        return new Point(snapshot.id(), snapshot.sequence(), snapshot.facts().time());
    }

    private static Fate.Removed removed(Snapshot snapshot, AuditLog log) {
        Optional<Logged> by = snapshot.removedBy().flatMap(log::find);
        Optional<Operation> operation = by.map(Logged::operation);
        return new Fate.Removed(
                by,
                operation.map(done -> RemovalNote.reason(done, snapshot.id())).orElse(""),
                operation.map(RemovalNote::rules).orElse(""),
                operation.map(RemovalNote::policy).orElse(""));
    }
}

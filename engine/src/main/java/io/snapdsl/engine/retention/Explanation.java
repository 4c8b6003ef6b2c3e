package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Catalog.Logged;
import io.snapdsl.engine.store.Timeline.Point;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Why a snapshot exists, and why it is still there or gone.
 *
 * @param made the operation that made it
 */
public record Explanation(Snapshot snapshot, Optional<Logged> made, Fate fate) {
    public sealed interface Fate {
        /** @param reasons what protects it, and which default rules would keep it; none if the next pruning takes it */
        record Kept(List<String> reasons) implements Fate {}

        /** @param reason empty when nobody gave one */
        record Removed(Optional<Logged> by, String reason) implements Fate {}

        /**
         * Another snapshot is shown in its place.
         *
         * @param removed what became of that one, if it is gone too
         */
        record Replaced(SnapshotId by, Optional<Removed> removed) implements Fate {}
    }

    /** Looks at this one and at as many others as the default rules count, however long the chain is. */
    public static Explanation of(
            Snapshot snapshot, Catalog catalog, Function<Snapshot, Optional<String>> protection, Clock clock) {
        return new Explanation(
                snapshot, catalog.operationOf(snapshot.id()), fate(snapshot, catalog, protection, clock));
    }

    private static Fate fate(
            Snapshot snapshot, Catalog catalog, Function<Snapshot, Optional<String>> protection, Clock clock) {
        if (snapshot.replacedBy().isPresent()) {
            SnapshotId place = snapshot.replacedBy().get();
            return new Fate.Replaced(
                    place, catalog.find(place).filter(Snapshot::isRemoved).map(gone -> removed(gone, catalog)));
        }
        if (snapshot.isRemoved()) {
            return removed(snapshot, catalog);
        }
        Wishes wishes = KeepRules.standard(clock.getZone())
                .over(catalog.timeline(snapshot.subjectId()), catalog::tagged, clock.instant());
        Point point =
                new Point(snapshot.id(), snapshot.sequence(), snapshot.facts().time());
        Decision decision = new Retention(catalog.subject(snapshot.subjectId()).orElseThrow(), List.of(wishes))
                .decide(point, protection.apply(snapshot));
        return new Fate.Kept(decision.keep() ? decision.reasons() : List.of());
    }

    private static Fate.Removed removed(Snapshot snapshot, Catalog catalog) {
        Optional<Logged> by = snapshot.removedBy().flatMap(catalog::operation);
        String reason = by.map(logged -> RemovalNote.reason(logged.operation(), snapshot.id()))
                .orElse("");
        return new Fate.Removed(by, reason);
    }
}

package io.snapdsl.engine.shape;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.retention.StoreStatistics;
import io.snapdsl.engine.retention.StoreStatistics.Totals;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a store holds and what that takes. */
public final class StatsShape {
    private StatsShape() {}

    public static Map<String, Object> of(SnapshotStore store, Totals totals, Sizes sizes, Instant now) {
        return Shapes.object(
                "store", store.checkup().directory(),
                "bytesOnDisk", store.checkup().bytesOnDisk(),
                "fileBytes", sizes.fileBytes(),
                "storedBytes", sizes.storedBytes(),
                "compressionRatio", compressionRatio(sizes),
                "chunks", sizes.chunks(),
                "packs", sizes.packs(),
                "totalSnapshots", totals.present(),
                "consolidatedSnapshots", totals.consolidated(),
                "logicalBytes", totals.logicalBytes(),
                "uniqueBytes", sizes.rawBytes(),
                "spaceSaved", saved(totals, sizes),
                "oldestSnapshot", totals.oldest().map(StatsShape::id).orElse(null),
                "newestSnapshot", totals.newest().map(StatsShape::id).orElse(null),
                "growthPerDay", StoreStatistics.growthPerDay(totals, sizes, now),
                "subjects", subjects(store, totals));
    }

    public static double compressionRatio(Sizes sizes) {
        return sizes.storedBytes() == 0 ? 1 : (double) sizes.rawBytes() / sizes.storedBytes();
    }

    /** What plain copies would take, less what is stored. */
    public static long saved(Totals totals, Sizes sizes) {
        return Math.max(0, totals.logicalBytes() - sizes.storedBytes());
    }

    private static String id(Snapshot snapshot) {
        return snapshot.id().hex();
    }

    /** When the newest snapshot or checkpoint of {@code subject} was taken. */
    public static Optional<Instant> newest(SnapshotStore store, Subject subject) {
        return subject instanceof State
                ? store.checkpoints().entries(subject.id(), Long.MAX_VALUE, 1).stream()
                        .findFirst()
                        .map(Checkpoint::time)
                : store.catalog().head(subject.id()).map(head -> head.facts().time());
    }

    private static List<Map<String, Object>> subjects(SnapshotStore store, Totals totals) {
        return store.subjects().all().stream()
                .map(subject -> subject(store, subject, totals))
                .toList();
    }

    private static Map<String, Object> subject(SnapshotStore store, Subject subject, Totals totals) {
        Map<String, Object> shape = Shapes.object("subject", subject.name(), "kind", subject.kind());
        if (subject instanceof State) {
            shape.put("checkpoints", store.checkpoints().end(subject.id()).number());
        } else {
            shape.put("snapshots", totals.bySubject().getOrDefault(subject.id(), 0L));
        }
        shape.put("newest", newest(store, subject).orElse(null));
        return shape;
    }
}

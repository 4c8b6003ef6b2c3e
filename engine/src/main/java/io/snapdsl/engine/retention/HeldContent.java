package io.snapdsl.engine.retention;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How much stored content some snapshots hold. Each chunk counts once, with its share of its compressed pack. To find out,
 * every directory of theirs is looked at: for a long history that takes its time. The caller keeps sweeps out.
 */
public final class HeldContent {
    private final SnapshotStore store;
    private final Map<Long, Float> compression = new HashMap<>();
    private double bytes;

    private HeldContent(SnapshotStore store) {
        this.store = store;
        store.content().forEachPack(pack -> compression.put(pack.pack(), (float) pack.storedSize() / pack.rawSize()));
    }

    /** What the snapshots of {@code subject} hold, whoever else holds it as well. */
    public static long of(Subject subject, SnapshotStore store) {
        HeldContent held = new HeldContent(store);
        LiveContent content = new LiveContent(store);
        store.catalog().forEach(subject.id(), snapshot -> {
            if (!snapshot.isRemoved()) {
                content.mark(snapshot, held::weigh);
            }
        });
        return Math.round(held.bytes);
    }

    /** What nobody would hold any more if {@code those} were removed. */
    public static long heldOnlyBy(Predicate<Snapshot> those, SnapshotStore store) {
        HeldContent held = new HeldContent(store);
        LiveContent content = new LiveContent(store);
        List<Snapshot> going = new ArrayList<>();
        content.markAll(
                snapshot -> {
                    boolean goes = those.test(snapshot);
                    if (goes) {
                        going.add(snapshot);
                    }
                    return !goes;
                },
                Progress.NONE);
        going.forEach(snapshot -> content.mark(snapshot, held::weigh));
        return Math.round(held.bytes);
    }

    private void weigh(Hash chunk) {
        store.content().locate(chunk).ifPresent(at -> bytes += at.size() * compression.getOrDefault(at.pack(), 1f));
    }
}

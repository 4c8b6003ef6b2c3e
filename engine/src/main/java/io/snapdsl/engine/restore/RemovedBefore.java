package io.snapdsl.engine.restore;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Removed snapshots directly before another: nothing tells what they had changed from what that one changed. */
public final class RemovedBefore {
    private RemovedBefore() {}

    /** Those that had changed something, newest first. */
    public static List<Snapshot> of(Snapshot snapshot, Catalog catalog) {
        List<Snapshot> removed = new ArrayList<>();
        Optional<Snapshot> earlier = catalog.before(snapshot);
        while (earlier.filter(Snapshot::isRemoved).isPresent()) {
            if (!earlier.get().facts().changes().isEmpty()) {
                removed.add(earlier.get());
            }
            earlier = catalog.before(earlier.get());
        }
        return removed;
    }

    /** What to say to whoever takes {@code snapshot} back. */
    public static List<String> notes(Snapshot snapshot, Catalog catalog) {
        return of(snapshot, catalog).stream()
                .map(removed -> "What " + removed.id().shortHex()
                        + " had changed is taken back too: it was removed, so it can't be told from what "
                        + snapshot.id().shortHex() + " changed.")
                .toList();
    }
}

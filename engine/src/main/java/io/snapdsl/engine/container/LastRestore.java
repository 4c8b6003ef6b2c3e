package io.snapdsl.engine.container;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog;
import java.util.Optional;

/** The newest restore of a container in its own place. Others may have taken snapshots since. */
public final class LastRestore {
    private LastRestore() {}

    /** What was there before it: to bring that back is to undo it. */
    public static Optional<Snapshot> before(Catalog catalog, SubjectId container) {
        Optional<Snapshot> newest = catalog.head(container);
        while (newest.filter(one -> one.note().trigger() != Trigger.RESTORE).isPresent()) {
            newest = newest.flatMap(one -> previous(catalog, one));
        }
        return newest.flatMap(one -> previous(catalog, one));
    }

    private static Optional<Snapshot> previous(Catalog catalog, Snapshot snapshot) {
        return snapshot.facts().previous().flatMap(catalog::find);
    }
}

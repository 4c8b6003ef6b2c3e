package io.snapdsl.engine.restore;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog;
import java.util.Optional;

/**
 * Undos and redos that took more than one try: a directory could not be written to, the disk was full. Every try is a
 * snapshot, since it may have got somewhere; all tries together are one step.
 */
final class Tries {
    private final Catalog catalog;

    Tries(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The try that {@code snapshot} repeats: directly before it, the same way to the same state. */
    Optional<Snapshot> repeated(Snapshot snapshot) {
        return isTry(snapshot)
                ? catalog.before(snapshot)
                        .filter(earlier -> isTry(earlier)
                                && earlier.note().trigger() == snapshot.note().trigger()
                                && earlier.note()
                                        .origin()
                                        .equals(snapshot.note().origin()))
                : Optional.empty();
    }

    static boolean isTry(Snapshot snapshot) {
        Trigger trigger = snapshot.note().trigger();
        return trigger == Trigger.UNDO || trigger == Trigger.REDO;
    }

    /** The first try of those that end with {@code last}; any other snapshot is its own first. */
    Snapshot first(Snapshot last) {
        Snapshot first = last;
        for (Optional<Snapshot> earlier = repeated(first); earlier.isPresent(); earlier = repeated(first)) {
            first = earlier.get();
        }
        return first;
    }
}

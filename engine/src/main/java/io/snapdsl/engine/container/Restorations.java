package io.snapdsl.engine.container;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How often a container was brought back from a snapshot.
 *
 * @param last when it was, the last time
 */
public record Restorations(long times, Optional<Instant> last) {
    /** In its own place that is a snapshot in its history, as a new container an operation in the audit log. */
    public static Restorations of(SnapshotStore store, Snapshot snapshot) {
        List<Instant> times = new ArrayList<>();
        store.catalog().forEach(snapshot.subjectId(), later -> {
            if (later.note().trigger() == Trigger.RESTORE
                    && later.note().origin().equals(Optional.of(snapshot.id()))) {
                times.add(later.facts().time());
            }
        });
        store.auditLog().on(snapshot.id()).stream()
                .filter(operation -> operation.kind().equals(RestoreBeside.STEP))
                .map(Operation::time)
                .forEach(times::add);
        return new Restorations(times.size(), times.stream().max(Comparator.naturalOrder()));
    }
}

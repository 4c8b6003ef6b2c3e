package io.snapdsl.engine.store;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import java.util.Collection;
import java.util.Optional;

/** Which snapshots had all their content read, and were found whole. */
public interface Verifications {
    /** @param damaged those that don't count as whole any longer */
    void record(Collection<SnapshotId> whole, Collection<SnapshotId> damaged, Operation operation);

    /** The newest one of {@code subject} that was found whole, is shown and still has its content. */
    Optional<Snapshot> newestWhole(SubjectId subject);
}

package io.snapdsl.engine.store;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The snapshots that no retention may remove, and why. */
public interface Pins {
    /** @param reason may be empty */
    record Pin(SnapshotId snapshot, String reason, Instant time) {}

    Optional<Pin> of(SnapshotId snapshot);

    /** All pins on one subject's snapshots. */
    Map<SnapshotId, Pin> of(SubjectId subject);

    /** A snapshot that is pinned already gets the new reason and time. */
    void add(List<Pin> pins, Operation operation);

    void remove(List<SnapshotId> snapshots, Operation operation);
}

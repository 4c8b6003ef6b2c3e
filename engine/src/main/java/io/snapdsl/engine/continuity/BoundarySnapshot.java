package io.snapdsl.engine.continuity;

import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Snapshot;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The snapshot that is taken where an agent's run starts or ends, if something has changed there. A run is not kept from
 * starting because that failed, but whoever starts it is told.
 */
public record BoundarySnapshot(Optional<Snapshot> taken, Optional<RuntimeException> failure) {
    public static BoundarySnapshot of(Supplier<Optional<Recorded>> taking) {
        try {
            return new BoundarySnapshot(taking.get().map(Recorded::snapshot), Optional.empty());
        } catch (RuntimeException e) {
            return new BoundarySnapshot(Optional.empty(), Optional.of(e));
        }
    }
}

package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;

/** The consolidation that a snap may set off. Whatever comes of it, the snapshot is taken. */
public record SnapConsolidation(Optional<Consolidated> done, Optional<String> failure) {
    private static final SnapConsolidation NONE = new SnapConsolidation(Optional.empty(), Optional.empty());

    public static SnapConsolidation after(
            Recorded recorded, Workspace workspace, SnapshotStore store, Clock clock, Progress progress) {
        if (workspace.consolidateAbove().isEmpty()) {
            return NONE;
        }
        try {
            AutomaticConsolidation consolidation = new AutomaticConsolidation(store, clock, progress);
            return new SnapConsolidation(consolidation.after(recorded, workspace), Optional.empty());
        } catch (RuntimeException e) {
            return new SnapConsolidation(Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
    }
}

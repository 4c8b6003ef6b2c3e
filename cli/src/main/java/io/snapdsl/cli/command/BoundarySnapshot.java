package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.continuity.RunBoundaries;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import java.util.Map;
import java.util.Optional;

/**
 * The snapshot that is taken where an agent's run starts or ends, if that is in a workspace and something has changed.
 * A run is not kept from starting because that failed, but whoever starts it is told.
 */
record BoundarySnapshot(Optional<Snapshot> taken, Optional<RuntimeException> failure) {
    /** Takes it. */
    interface Boundary {
        Optional<Recorded> take(RunBoundaries boundaries, Workspace workspace);
    }

    static BoundarySnapshot at(Boundary boundary, SnapdslCommand snapdsl) {
        try {
            return new BoundarySnapshot(
                    snapdsl.workspaces()
                            .around(snapdsl.directory())
                            .flatMap(workspace -> boundary.take(boundaries(snapdsl), workspace))
                            .map(Recorded::snapshot),
                    Optional.empty());
        } catch (RuntimeException e) {
            return new BoundarySnapshot(Optional.empty(), Optional.of(e));
        }
    }

    private static RunBoundaries boundaries(SnapdslCommand snapdsl) {
        WorkspaceCapture capture = new WorkspaceCapture(snapdsl.store(), snapdsl.progress());
        return new RunBoundaries(snapdsl.store(), capture, snapdsl.clock());
    }

    int status() {
        return (failure.isEmpty() ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    void add(Map<String, Object> shape) {
        shape.put("snapshotId", taken.map(snapshot -> snapshot.id().hex()).orElse(null));
        shape.put("snapshotFailure", failure.map(RuntimeException::getMessage).orElse(null));
    }

    void print(Output out) {
        taken.ifPresent(snapshot -> out.note(snapshot.id().shortHex() + "  snapshot " + snapshot.sequence() + " of "
                + Output.plain(snapshot.facts().subject()) + ", "
                + Output.plain(snapshot.note().goal())));
        failure.ifPresent(e -> out.note("What is in the workspace now could not be kept: " + e.getMessage()));
    }
}

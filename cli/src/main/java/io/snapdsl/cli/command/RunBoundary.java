package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.container.BoundaryContainers;
import io.snapdsl.engine.container.ContainerBoundaries;
import io.snapdsl.engine.container.ContainerRecorder;
import io.snapdsl.engine.continuity.BoundarySnapshot;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.continuity.RunBoundaries;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import java.util.List;
import java.util.Optional;

/** Where an agent's run starts or ends: in the workspace around the current directory, if there is one. */
final class RunBoundary {
    /** Takes the snapshot. */
    interface Taking {
        Optional<Recorded> take(RunBoundaries boundaries, Workspace workspace);
    }

    private final SnapdslCommand snapdsl;

    RunBoundary(SnapdslCommand snapdsl) {
        this.snapdsl = snapdsl;
    }

    BoundarySnapshot snapshot(Taking taking) {
        return BoundarySnapshot.of(() -> snapdsl.workspaces()
                .around(snapdsl.directory())
                .flatMap(workspace -> taking.take(boundaries(), workspace)));
    }

    private RunBoundaries boundaries() {
        WorkspaceCapture capture = new WorkspaceCapture(snapdsl.store(), snapdsl.progress());
        return new RunBoundaries(snapdsl.store(), capture, snapdsl.clock());
    }

    BoundaryContainers startContainers(List<String> names, String session) {
        return BoundaryContainers.start(names, session, this::containers);
    }

    BoundaryContainers endContainers(String session) {
        return BoundaryContainers.end(snapdsl.store(), session, this::containers);
    }

    private ContainerBoundaries containers() {
        return new ContainerBoundaries(
                snapdsl.store(),
                new ContainerRecorder(snapdsl.store(), snapdsl.containers(), snapdsl.clock(), snapdsl.progress()));
    }

    void print(BoundarySnapshot snapshot, BoundaryContainers containers) {
        Output out = snapdsl.out();
        snapshot.taken().ifPresent(taken -> print("", taken));
        snapshot.failure()
                .ifPresent(e -> out.note("What is in the workspace now could not be kept: " + e.getMessage()));
        containers.taken().forEach(taken -> print("container ", taken));
        containers.failures().forEach(failure -> out.note(Output.plain(failure)));
    }

    private void print(String kind, Snapshot taken) {
        snapdsl.out()
                .note(taken.id().shortHex() + "  snapshot " + taken.sequence() + " of " + kind
                        + Output.plain(taken.facts().subject()) + ", "
                        + Output.plain(taken.note().goal()));
    }

    static int status(BoundarySnapshot snapshot, BoundaryContainers containers) {
        boolean isWhole = snapshot.failure().isEmpty() && containers.failures().isEmpty();
        return (isWhole ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }
}

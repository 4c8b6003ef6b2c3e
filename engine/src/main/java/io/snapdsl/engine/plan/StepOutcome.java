package io.snapdsl.engine.plan;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import java.util.Optional;

/**
 * What became of a step.
 *
 * @param report what was or would be restored of a workspace
 * @param container what was or would be done to a container
 * @param before the snapshot that holds what was there before the step touched anything; empty if it touched nothing
 * @param failure why it failed
 */
public record StepOutcome(
        PlannedStep step,
        Status status,
        Optional<Report> report,
        Optional<ContainerChange> container,
        Optional<Snapshot> before,
        Optional<SnapdslException> failure) {
    public enum Status {
        /** It would be done: this was a dry run. */
        PLANNED,
        DONE,
        FAILED,
        /** One before it failed. */
        NOT_REACHED
    }

    static StepOutcome planned(PlannedStep step, Optional<Report> report, Optional<ContainerChange> container) {
        return new StepOutcome(step, Status.PLANNED, report, container, Optional.empty(), Optional.empty());
    }

    static StepOutcome notReached(PlannedStep step) {
        return new StepOutcome(
                step, Status.NOT_REACHED, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether the step changed something on disk, or began to. */
    boolean hasTouched() {
        boolean copied = step instanceof PlannedStep.Bring bring
                && bring.beside().isPresent()
                && (status == Status.DONE || status == Status.FAILED);
        // One that failed has taken back by itself what it did to the container.
        return before.isPresent() || copied || container.isPresent() && status == Status.DONE;
    }
}

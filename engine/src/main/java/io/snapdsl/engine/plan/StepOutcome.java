package io.snapdsl.engine.plan;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import java.util.Optional;

/**
 * What became of a step.
 *
 * @param report what was or would be restored of a workspace
 * @param container what was or would be done to a container
 * @param state what was or would be done to an agent's state
 * @param before what was there before the step touched anything, as it is kept; empty if it touched nothing
 * @param failure why it failed
 */
public record StepOutcome(
        PlannedStep step,
        Status status,
        Optional<Report> report,
        Optional<ContainerChange> container,
        Optional<StateChange> state,
        Optional<RestorePoint> before,
        Optional<SnapdslException> failure) {
    public enum Status {
        /** It would be done: this was a dry run. */
        PLANNED,
        DONE,
        FAILED,
        /** One before it failed. */
        NOT_REACHED
    }

    static StepOutcome notReached(PlannedStep step) {
        return new Draft(step).outcome(Status.NOT_REACHED);
    }

    /** What is known of an outcome until it is one. */
    static final class Draft {
        private final PlannedStep step;
        private Optional<Report> report = Optional.empty();
        private Optional<ContainerChange> container = Optional.empty();
        private Optional<StateChange> state = Optional.empty();
        private Optional<RestorePoint> before = Optional.empty();
        private Optional<SnapdslException> failure = Optional.empty();

        Draft(PlannedStep step) {
            this.step = step;
        }

        void report(Report made) {
            report = Optional.of(made);
        }

        void container(ContainerChange change) {
            container = Optional.of(change);
        }

        void state(StateChange change) {
            state = Optional.of(change);
        }

        void before(RestorePoint point) {
            before = Optional.of(point);
        }

        void failure(SnapdslException why) {
            failure = Optional.of(why);
        }

        StepOutcome outcome(Status status) {
            return new StepOutcome(
                    step, failure.isPresent() ? Status.FAILED : status, report, container, state, before, failure);
        }
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

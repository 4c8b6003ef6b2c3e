package io.snapdsl.engine.plan;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.session.AgentSession;
import java.util.List;
import java.util.Optional;

/**
 * What became of a plan: its steps in their order, and what went back, in the order it did.
 *
 * @param run the one that the plan goes back to before, if it says so
 */
public record PlanReport(
        RestorePlan plan, Optional<AgentSession> run, List<StepOutcome> steps, List<RollBack> rollBacks) {
    public PlanReport {
        steps = List.copyOf(steps);
        rollBacks = List.copyOf(rollBacks);
    }

    /**
     * A subject that went back to what it was before a step.
     *
     * @param before what it went back to
     * @param report what was restored of a workspace; empty when it failed
     */
    public record RollBack(
            PlannedStep.Restoring step,
            RestorePoint before,
            Optional<Report> report,
            Optional<SnapdslException> failure) {
        public boolean isComplete() {
            return failure.isEmpty()
                    && report.filter(done -> !done.done().problems().isEmpty()).isEmpty();
        }
    }

    /** Why the plan was not carried out. */
    public Optional<SnapdslException> failure() {
        return steps.stream().flatMap(step -> step.failure().stream()).findFirst();
    }

    /** The steps that changed something that has not gone back. */
    public List<StepOutcome> staying() {
        return steps.stream()
                .filter(StepOutcome::hasTouched)
                .filter(step ->
                        rollBacks.stream().noneMatch(back -> back.step().equals(step.step()) && back.isComplete()))
                .toList();
    }
}

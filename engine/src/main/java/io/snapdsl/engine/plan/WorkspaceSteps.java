package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.plan.PlannedStep.Bring;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceRestore;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/** The steps of a plan that are about workspaces: each an ordinary restore. */
final class WorkspaceSteps {
    private final RestorePlan plan;
    private final String session;
    private final WorkspaceRestore restore;

    WorkspaceSteps(RestorePlan plan, String session, SnapshotStore store, Clock clock, Progress progress) {
        this.plan = plan;
        this.session = session;
        this.restore = new WorkspaceRestore(store, clock, progress);
    }

    /** What {@link #carryOut} would do. */
    Report look(Bring step) {
        return bring(step, step.selection(), true, before -> {});
    }

    /** @param leaving is told which snapshot holds what is there, right before any of it is touched */
    Report carryOut(Bring step, Consumer<Snapshot> leaving) {
        // Whether the paths exist was asked before; a step since may have taken them away.
        return bring(step, step.selection().ifThere(), false, leaving);
    }

    private Report bring(Bring step, Selection.Request selection, boolean dryRun, Consumer<Snapshot> leaving) {
        String goal = "plan " + plan.name() + ": restore " + step.target().id().shortHex();
        return step.beside().isPresent()
                ? restore.restoreTo(step.beside().get(), step.target(), selection, dryRun)
                : restore.restore(step.workspace(), request(step.target(), selection, goal, dryRun), leaving);
    }

    private WorkspaceRestore.Request request(
            Snapshot target, Selection.Request selection, String goal, boolean dryRun) {
        return new WorkspaceRestore.Request(target, selection, Trigger.RESTORE, goal, session, dryRun);
    }

    /** What a step has left undone. */
    Optional<SnapdslException> shortcoming(Bring step, Report report) {
        Shortcoming shortcoming = new Shortcoming(report);
        Optional<String> words = shortcoming.ofRestore();
        // A copy has been read back already.
        if (words.isEmpty() && plan.verify() && step.beside().isEmpty()) {
            words = shortcoming.inComparison(bring(step, step.selection().ifThere(), true, before -> {}));
        }
        return words.map(what -> new SnapdslException(
                ErrorCode.PLAN_STEP_FAILED,
                step.label() + ": " + what + ".",
                "When nothing is in the way any more, run the plan again."));
    }

    Report rollBack(Bring step, Snapshot before) {
        String goal = "plan " + plan.name() + ": roll back to " + before.id().shortHex();
        return restore.restore(
                step.workspace(), request(before, step.selection().ifThere(), goal, false));
    }
}

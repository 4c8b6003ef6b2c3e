package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.plan.PlanReport.RollBack;
import io.snapdsl.engine.plan.StepOutcome.Status;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.policy.RestorePlan.OnFailure;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceRestore;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Carries out a restore plan once. Each step that restores is an ordinary restore: what was there is kept first, the
 * result is checked, and it can be undone. So a process that is killed between two steps leaves nothing but the first of
 * them done.
 */
public final class PlanRun {
    private final RestorePlan plan;
    private final SnapshotStore store;
    private final String session;
    private final ContainerSteps containers;
    private final PlanResolver resolver;
    private final TargetContent content;
    private final WorkspaceRestore restore;
    private final Clock clock;
    private final PlanListener listener;
    private final StoppableAction actions = new StoppableAction();
    private Optional<Snapshot> lastResult = Optional.empty();

    /**
     * @param session the agent's run it belongs to, or empty
     * @param engine reaches the containers' engine, and is asked only if the plan restores one
     */
    public PlanRun(
            RestorePlan plan,
            String session,
            SnapshotStore store,
            Workspaces workspaces,
            Supplier<ContainerRuntime> engine,
            Clock clock,
            Progress progress,
            PlanListener listener) {
        this.plan = plan;
        this.store = store;
        this.session = session;
        this.containers = new ContainerSteps(store, engine, clock, progress);
        this.resolver = new PlanResolver(store, workspaces, containers, clock.getZone());
        this.content = new TargetContent(store);
        this.restore = new WorkspaceRestore(store, clock, progress);
        this.clock = clock;
        this.listener = listener;
    }

    /** Lets a restore under way finish and an action of the author's end; then counts as a failure of the next step. */
    public void stop() {
        actions.stop();
    }

    /** What {@link #carryOut} would do. */
    public PlanReport preview() {
        List<StepOutcome> outcomes = look();
        outcomes.forEach(outcome -> {
            listener.began(outcome.step());
            listener.ended(outcome);
        });
        return new PlanReport(plan, outcomes, List.of());
    }

    /** @throws SnapdslException if a step can't be done, when nothing has been touched yet */
    public PlanReport carryOut() {
        List<StepOutcome> outcomes = new ArrayList<>();
        boolean failed = false;
        for (StepOutcome planned : look()) {
            listener.began(planned.step());
            StepOutcome outcome = failed ? StepOutcome.notReached(planned.step()) : perform(planned.step());
            failed |= outcome.failure().isPresent();
            outcomes.add(outcome);
            listener.ended(outcome);
            Failpoint.reach("plan.step");
        }
        boolean back = failed && plan.onFailure() == OnFailure.ROLL_BACK;
        return new PlanReport(plan, outcomes, back ? rollBack(outcomes) : List.of());
    }

    /** All that can be known without touching anything. */
    private List<StepOutcome> look() {
        List<PlannedStep> steps = resolver.resolve(plan);
        List<StepOutcome> outcomes = new ArrayList<>();
        for (PlannedStep step : steps) {
            Optional<Report> report = Optional.empty();
            Optional<ContainerChange> container = Optional.empty();
            if (step instanceof PlannedStep.Bring bring) {
                report = Optional.of(look(bring));
            } else if (step instanceof PlannedStep.BringContainer bring) {
                container = Optional.of(look(bring));
            }
            outcomes.add(StepOutcome.planned(step, report, container));
        }
        return outcomes;
    }

    private Report look(PlannedStep.Bring step) {
        try {
            Report report = bring(step, step.selection(), true, before -> {});
            if (plan.verify()) {
                content.requireWhole(step);
            }
            return report;
        } catch (RuntimeException e) {
            throw StepFailure.in(step.label(), e);
        }
    }

    private ContainerChange look(PlannedStep.BringContainer step) {
        try {
            ContainerChange change = new ContainerChange.Foreseen(containers.look(step));
            if (plan.verify()) {
                content.requireWhole(step);
            }
            return change;
        } catch (RuntimeException e) {
            throw StepFailure.in(step.label(), e);
        }
    }

    private StepOutcome perform(PlannedStep step) {
        AtomicReference<Optional<Snapshot>> before = new AtomicReference<>(Optional.empty());
        Optional<Report> report = Optional.empty();
        Optional<ContainerChange> container = Optional.empty();
        Optional<SnapdslException> failure = Optional.empty();
        try {
            actions.requireNotStopped();
            if (step instanceof PlannedStep.Bring bring) {
                // Whether the paths exist was asked before; a step since may have taken them away.
                Report done = bring(bring, bring.selection().ifThere(), false, left -> before.set(Optional.of(left)));
                report = Optional.of(done);
                lastResult = done.done().result().or(() -> lastResult);
                failure = shortcoming(bring, done);
            } else if (step instanceof PlannedStep.BringContainer bring) {
                // It reads back by itself what it wrote, and goes back by itself if it fails.
                container = Optional.of(new ContainerChange.Made(containers.carryOut(bring)));
                before.set(containers.before(bring));
                lastResult = store.catalog().head(bring.subject().id()).or(() -> lastResult);
            } else {
                failure = act((PlannedStep.Act) step);
            }
        } catch (RuntimeException e) {
            failure = Optional.of(StepFailure.in(step.label(), e));
        }
        Status status = failure.isPresent() ? Status.FAILED : Status.DONE;
        return new StepOutcome(step, status, report, container, before.get(), failure);
    }

    private Optional<SnapdslException> act(PlannedStep.Act step) {
        Hook.Context context = new Hook.Context(
                plan.name(),
                Trigger.RESTORE.word(),
                clock.instant(),
                lastResult.map(result -> result.id().hex()),
                Optional.empty(),
                text -> listener.said(step, text));
        return actions.run(step, context);
    }

    private Report bring(
            PlannedStep.Bring step, Selection.Request selection, boolean dryRun, Consumer<Snapshot> leaving) {
        return step.beside().isPresent()
                ? restore.restoreTo(step.beside().get(), step.target(), selection, dryRun)
                : restore.restore(step.workspace(), request(step.target(), selection, goal(step), dryRun), leaving);
    }

    private WorkspaceRestore.Request request(
            Snapshot target, Selection.Request selection, String goal, boolean dryRun) {
        return new WorkspaceRestore.Request(target, selection, Trigger.RESTORE, goal, session, dryRun);
    }

    private String goal(PlannedStep.Bring step) {
        return "plan " + plan.name() + ": restore " + step.target().id().shortHex();
    }

    /** What a step has left undone. */
    private Optional<SnapdslException> shortcoming(PlannedStep.Bring step, Report report) {
        Shortcoming shortcoming = new Shortcoming(report);
        Optional<String> words = shortcoming.ofRestore();
        // A copy has been read back already.
        if (words.isEmpty() && plan.verify() && step.beside().isEmpty()) {
            words = shortcoming.inComparison(bring(step, step.selection().ifThere(), true, before -> {}));
        }
        return words.map(what -> notReached(step, what));
    }

    private static SnapdslException notReached(PlannedStep.Bring step, String what) {
        return new SnapdslException(
                ErrorCode.PLAN_STEP_FAILED,
                step.label() + ": " + what + ".",
                "When nothing is in the way any more, run the plan again.");
    }

    /** The last step first; only what the step was about, so that what others did meanwhile elsewhere stays. */
    private List<RollBack> rollBack(List<StepOutcome> outcomes) {
        List<RollBack> backs = new ArrayList<>();
        for (int i = outcomes.size() - 1; i >= 0; i--) {
            StepOutcome outcome = outcomes.get(i);
            if (outcome.before().isPresent() && outcome.step() instanceof PlannedStep.Restoring restoring) {
                RollBack back = rollBack(restoring, outcome.before().get());
                listener.wentBack(back);
                backs.add(back);
            }
        }
        return backs;
    }

    private RollBack rollBack(PlannedStep.Restoring step, Snapshot before) {
        try {
            Optional<Report> report = Optional.empty();
            if (step instanceof PlannedStep.Bring bring) {
                report = Optional.of(rollBack(bring, before));
            } else if (step instanceof PlannedStep.BringContainer bring) {
                containers.rollBack(bring, before);
            }
            return new RollBack(step, before, report, Optional.empty());
        } catch (RuntimeException e) {
            return new RollBack(step, before, Optional.empty(), Optional.of(StepFailure.in(step.label(), e)));
        }
    }

    private Report rollBack(PlannedStep.Bring step, Snapshot before) {
        String goal = "plan " + plan.name() + ": roll back to " + before.id().shortHex();
        return restore.restore(
                step.workspace(), request(before, step.selection().ifThere(), goal, false));
    }
}

package io.snapdsl.engine.plan;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRemoval;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.plan.PlanReport.RollBack;
import io.snapdsl.engine.plan.StepOutcome.Status;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.policy.RestorePlan.OnFailure;
import io.snapdsl.engine.policy.RestorePlan.Selector;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Carries out a restore plan once. Each step that restores is an ordinary restore: what was there is kept first, the
 * result is checked, and it can be undone. So a process that is killed between two steps leaves nothing but the first of
 * them done.
 */
public final class PlanRun {
    private final RestorePlan plan;
    private final SnapshotStore store;
    private final Supplier<ResolvedPlan> resolved;
    private final WorkspaceSteps workspaces;
    private final ContainerSteps containers;
    private final StateSteps states;
    private final TargetContent content;
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
        this(plan, session, store, engine, clock, progress, listener, run -> {
            PlanResolver resolver = new PlanResolver(store, workspaces, run.containers, run.states, clock.getZone());
            return resolver.resolve(plan);
        });
    }

    /** Brings all parts of a moment back; if one fails, the others go back to what they were. */
    public static PlanRun of(
            Moment moment,
            String session,
            SnapshotStore store,
            Supplier<ContainerRuntime> engine,
            Clock clock,
            Progress progress,
            PlanListener listener) {
        return new PlanRun(
                plan(moment),
                session,
                store,
                engine,
                clock,
                progress,
                listener,
                run -> ResolvedPlan.of(new MomentSteps(store, engine).resolve(moment)));
    }

    private PlanRun(
            RestorePlan plan,
            String session,
            SnapshotStore store,
            Supplier<ContainerRuntime> engine,
            Clock clock,
            Progress progress,
            PlanListener listener,
            Function<PlanRun, ResolvedPlan> resolve) {
        this.plan = plan;
        this.store = store;
        this.resolved = () -> resolve.apply(this);
        this.workspaces = new WorkspaceSteps(plan, session, store, clock, progress);
        this.containers = new ContainerSteps(plan, session, store, engine, clock, progress);
        this.states = new StateSteps(store, clock, session);
        this.content = new TargetContent(store);
        this.clock = clock;
        this.listener = listener;
    }

    /** How a moment is brought back, apart from its steps. */
    public static RestorePlan plan(Moment moment) {
        return new RestorePlan(
                "moment " + moment.id().shortHex(), new Selector.Latest(), List.of(), true, OnFailure.ROLL_BACK);
    }

    /** Lets a restore under way finish and an action of the author's end; then counts as a failure of the next step. */
    public void stop() {
        actions.stop();
    }

    /** What {@link #carryOut} would do. */
    public PlanReport preview() {
        ResolvedPlan planned = resolve();
        List<StepOutcome> outcomes = look(planned);
        outcomes.forEach(outcome -> {
            listener.began(outcome.step());
            listener.ended(outcome);
        });
        return new PlanReport(plan, planned.run(), outcomes, List.of());
    }

    /** @throws SnapdslException if a step can't be done, when nothing has been touched yet */
    public PlanReport carryOut() {
        List<StepOutcome> outcomes = new ArrayList<>();
        boolean failed = false;
        ResolvedPlan planned = resolve();
        for (StepOutcome foreseen : look(planned)) {
            PlannedStep step = foreseen.step();
            listener.began(step);
            StepOutcome outcome = failed ? StepOutcome.notReached(step) : perform(step);
            failed |= outcome.failure().isPresent();
            outcomes.add(outcome);
            listener.ended(outcome);
            Failpoint.reach("plan.step");
        }
        boolean back = failed && plan.onFailure() == OnFailure.ROLL_BACK;
        return new PlanReport(plan, planned.run(), outcomes, back ? rollBack(outcomes) : List.of());
    }

    /**
     * All that can be known without touching anything.
     *
     * @throws SnapdslException if a step can't be done
     */
    public List<StepOutcome> look() {
        return look(resolve());
    }

    private ResolvedPlan resolve() {
        ResolvedPlan plan = resolved.get();
        plan.run().ifPresent(listener::goesBefore);
        return plan;
    }

    private List<StepOutcome> look(ResolvedPlan planned) {
        return planned.steps().stream().map(this::look).toList();
    }

    private StepOutcome look(PlannedStep step) {
        StepOutcome.Draft outcome = new StepOutcome.Draft(step);
        try {
            if (step instanceof PlannedStep.Bring bring) {
                outcome.report(workspaces.look(bring));
            } else if (step instanceof PlannedStep.BringContainer bring) {
                outcome.container(new ContainerChange.Foreseen(containers.look(bring)));
            } else if (step instanceof PlannedStep.RemoveContainer remove) {
                outcome.container(new ContainerChange.Foreseen(containers.look(remove)));
            } else if (step instanceof PlannedStep.BringState bring) {
                outcome.state(states.look(bring));
            } else if (step instanceof PlannedStep.RemoveState remove) {
                outcome.state(states.look(remove));
            }
            if (plan.verify()) {
                content.requireWhole(step);
            }
            return outcome.outcome(Status.PLANNED);
        } catch (RuntimeException e) {
            throw StepFailure.in(step.label(), e);
        }
    }

    private StepOutcome perform(PlannedStep step) {
        StepOutcome.Draft outcome = new StepOutcome.Draft(step);
        try {
            actions.requireNotStopped();
            if (step instanceof PlannedStep.Bring bring) {
                perform(bring, outcome);
            } else if (step instanceof PlannedStep.BringContainer bring) {
                // It reads back by itself what it wrote, and goes back by itself if it fails.
                outcome.container(new ContainerChange.Made(containers.carryOut(bring)));
                containers.before(bring).map(RestorePoint.OfSnapshot::new).ifPresent(outcome::before);
                lastResult = store.catalog().head(bring.subject().id()).or(() -> lastResult);
            } else if (step instanceof PlannedStep.RemoveContainer remove) {
                ContainerRemoval.Removed removed = containers.carryOut(remove);
                outcome.container(new ContainerChange.Gone(removed));
                removed.kept().map(RestorePoint.OfSnapshot::new).ifPresent(outcome::before);
            } else if (step instanceof PlannedStep.BringState bring) {
                outcome.state(states.carryOut(bring, outcome::before));
            } else if (step instanceof PlannedStep.RemoveState remove) {
                outcome.state(states.carryOut(remove, outcome::before));
            } else {
                act((PlannedStep.Act) step).ifPresent(outcome::failure);
            }
        } catch (RuntimeException e) {
            outcome.failure(StepFailure.in(step.label(), e));
        }
        return outcome.outcome(Status.DONE);
    }

    private void perform(PlannedStep.Bring step, StepOutcome.Draft outcome) {
        Report done = workspaces.carryOut(step, left -> outcome.before(new RestorePoint.OfSnapshot(left)));
        outcome.report(done);
        lastResult = done.done().result().or(() -> lastResult);
        workspaces.shortcoming(step, done).ifPresent(outcome::failure);
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

    /** The last step first; only what the step was about, so that what others did meanwhile elsewhere stays. */
    private List<RollBack> rollBack(List<StepOutcome> outcomes) {
        List<RollBack> backs = new ArrayList<>();
        for (int i = outcomes.size() - 1; i >= 0; i--) {
            StepOutcome outcome = outcomes.get(i);
            if (outcome.before().isPresent() && outcome.step() instanceof PlannedStep.Restoring restoring) {
                RollBack back = rollBack(restoring, outcome, outcome.before().get());
                listener.wentBack(back);
                backs.add(back);
            }
        }
        return backs;
    }

    private RollBack rollBack(PlannedStep.Restoring step, StepOutcome outcome, RestorePoint before) {
        try {
            Optional<Report> report = Optional.empty();
            if (step.subject() instanceof State state) {
                states.rollBack(state, before, outcome.state());
            } else if (before instanceof RestorePoint.OfSnapshot point && step instanceof PlannedStep.Bring bring) {
                report = Optional.of(workspaces.rollBack(bring, point.snapshot()));
            } else if (before instanceof RestorePoint.OfSnapshot point
                    && step instanceof PlannedStep.RemoveContainer remove) {
                containers.rollBack(remove, point.snapshot());
            } else if (before instanceof RestorePoint.OfSnapshot point) {
                containers.rollBack((PlannedStep.BringContainer) step, point.snapshot());
            }
            return new RollBack(step, before, report, Optional.empty());
        } catch (RuntimeException e) {
            return new RollBack(step, before, Optional.empty(), Optional.of(StepFailure.in(step.label(), e)));
        }
    }
}

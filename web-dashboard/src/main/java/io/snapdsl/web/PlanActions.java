package io.snapdsl.web;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.plan.ContainerChange;
import io.snapdsl.engine.plan.PlanListener;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.plan.PlanRun;
import io.snapdsl.engine.plan.PlannedStep;
import io.snapdsl.engine.plan.StepOutcome;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.session.AgentSession;

/** The ways back that the policy file which runs here declares, as {@code snapdsl restore --plan} goes them. */
public final class PlanActions {
    /** The report says it all. */
    static final PlanListener SILENCE = new PlanListener() {
        @Override
        public void goesBefore(AgentSession run) {}

        @Override
        public void began(PlannedStep step) {}

        @Override
        public void said(PlannedStep step, String text) {}

        @Override
        public void ended(StepOutcome outcome) {}

        @Override
        public void wentBack(PlanReport.RollBack rollBack) {}
    };

    private final StoreView view;

    public PlanActions(StoreView view) {
        this.view = view;
    }

    public RestorePlan named(String name) {
        return view.policyFile().plan(name);
    }

    /** What it would do; nothing of the author's own is run, and secrets of containers are hidden. */
    public PlanReport preview(RestorePlan plan) {
        return masked(run(plan, "", Progress.NONE).preview());
    }

    /** @param session the agent run it belongs to, or empty */
    public PlanReport carryOut(RestorePlan plan, String session) {
        return view.activity()
                .during(
                        "restore",
                        "plan " + plan.name(),
                        progress -> run(plan, session, progress).carryOut());
    }

    private PlanRun run(RestorePlan plan, String session, Progress progress) {
        return new PlanRun(
                plan, session, view.store(), view.workspaces(), view::containers, view.clock(), progress, SILENCE);
    }

    static PlanReport masked(PlanReport report) {
        return new PlanReport(
                report.plan(),
                report.run(),
                report.steps().stream().map(PlanActions::masked).toList(),
                report.rollBacks());
    }

    private static StepOutcome masked(StepOutcome outcome) {
        return new StepOutcome(
                outcome.step(),
                outcome.status(),
                outcome.report(),
                outcome.container().map(PlanActions::masked),
                outcome.state(),
                outcome.before(),
                outcome.failure());
    }

    private static ContainerChange masked(ContainerChange change) {
        return change instanceof ContainerChange.Foreseen foreseen
                ? new ContainerChange.Foreseen(Secrets.masked(foreseen.preview()))
                : change;
    }
}

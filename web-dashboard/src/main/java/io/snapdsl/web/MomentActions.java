package io.snapdsl.web;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.plan.ContainerChange;
import io.snapdsl.engine.plan.MomentRestore;
import io.snapdsl.engine.plan.PlanListener;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.plan.PlanRun;
import io.snapdsl.engine.plan.PlannedStep;
import io.snapdsl.engine.plan.StepOutcome;
import java.util.Optional;

/** What pages and programs do with moments, as the commands of the same names do it. */
public final class MomentActions {
    /** @param kept the moment that holds what was there before */
    public record Restored(PlanReport report, Optional<Moment> kept) {}

    private final StoreView view;

    public MomentActions(StoreView view) {
        this.view = view;
    }

    /** What the last restore of a moment has replaced. */
    public Moment undone() {
        return restoring(Progress.NONE).undone();
    }

    /** What a restore would do; secrets of containers are hidden. */
    public PlanReport preview(Moment moment) {
        PlanReport report = view.activity()
                .during(
                        "preview",
                        name(moment),
                        progress ->
                                restoring(progress).run(moment, new Silence()).preview());
        return new PlanReport(
                report.plan(),
                report.steps().stream().map(MomentActions::masked).toList(),
                report.rollBacks());
    }

    private static StepOutcome masked(StepOutcome outcome) {
        return new StepOutcome(
                outcome.step(),
                outcome.status(),
                outcome.report(),
                outcome.container().map(MomentActions::masked),
                outcome.state(),
                outcome.before(),
                outcome.failure());
    }

    private static ContainerChange masked(ContainerChange change) {
        return change instanceof ContainerChange.Foreseen foreseen
                ? new ContainerChange.Foreseen(Secrets.masked(foreseen.preview()))
                : change;
    }

    /** @param trigger {@code RESTORE} or {@code UNDO} */
    public Restored restore(Moment moment, Trigger trigger) {
        return view.activity().during("restore", name(moment), progress -> {
            MomentRestore restore = restoring(progress);
            PlanRun run = restore.run(moment, new Silence());
            run.look();
            Optional<Moment> kept = restore.keepPresent(moment, trigger);
            return new Restored(run.carryOut(), kept);
        });
    }

    private MomentRestore restoring(Progress progress) {
        return new MomentRestore(view.store(), view::containers, view.clock(), progress, "");
    }

    private static String name(Moment moment) {
        return "moment " + moment.id().shortHex();
    }

    /** The report says it all. */
    private static final class Silence implements PlanListener {
        @Override
        public void began(PlannedStep step) {}

        @Override
        public void said(PlannedStep step, String text) {}

        @Override
        public void ended(StepOutcome outcome) {}

        @Override
        public void wentBack(PlanReport.RollBack rollBack) {}
    }
}

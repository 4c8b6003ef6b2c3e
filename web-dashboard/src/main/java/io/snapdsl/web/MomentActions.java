package io.snapdsl.web;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.plan.MomentRestore;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.plan.PlanRun;
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
                        progress -> restoring(progress)
                                .run(moment, PlanActions.SILENCE)
                                .preview());
        return PlanActions.masked(report);
    }

    /** @param trigger {@code RESTORE} or {@code UNDO} */
    public Restored restore(Moment moment, Trigger trigger) {
        return view.activity().during("restore", name(moment), progress -> {
            MomentRestore restore = restoring(progress);
            PlanRun run = restore.run(moment, PlanActions.SILENCE);
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
}

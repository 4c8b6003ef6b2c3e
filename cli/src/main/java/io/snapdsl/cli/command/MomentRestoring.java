package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.plan.MomentRestore;
import io.snapdsl.engine.plan.PlanRun;

/** Brings a moment back, and says so. */
final class MomentRestoring {
    private final SnapdslCommand snapdsl;
    private final boolean dryRun;
    private final MomentRestore restore;

    MomentRestoring(SnapdslCommand snapdsl, RestoreOptions options) {
        this.snapdsl = snapdsl;
        this.dryRun = options.dryRun;
        this.restore = new MomentRestore(
                snapdsl.existingStore(), snapdsl::containers, snapdsl.clock(), snapdsl.progress(), options.session());
    }

    /** What the last restore of a moment has replaced. */
    Moment undone() {
        return restore.undone();
    }

    /** @return the exit status */
    int bring(Moment moment, Trigger trigger) {
        PlanAnswer answer = new PlanAnswer(moment, snapdsl.out(), dryRun);
        PlanRun run = restore.run(moment, answer);
        if (dryRun) {
            return answer.finish(run.preview());
        }
        run.look();
        restore.keepPresent(moment, trigger).ifPresent(answer::kept);
        snapdsl.endBy(run::stop);
        try {
            return answer.finish(run.carryOut());
        } finally {
            snapdsl.out().flush();
            snapdsl.ended();
        }
    }
}

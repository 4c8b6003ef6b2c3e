package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.run.HookRunner;
import java.util.Optional;

/**
 * Runs a plan's own actions so that somebody else can end them. Only those are interrupted: a thread that is restoring
 * must not be, for Java closes whatever file it has open then.
 */
final class StoppableAction {
    private boolean stopped;
    private Optional<Thread> acting = Optional.empty();

    synchronized void stop() {
        stopped = true;
        acting.ifPresent(Thread::interrupt);
    }

    synchronized void requireNotStopped() {
        if (stopped) {
            throw interrupted("the plan was interrupted before this");
        }
    }

    Optional<SnapdslException> run(PlannedStep.Act step, Hook.Context context) {
        begin();
        Optional<Exception> failure;
        try {
            failure = new HookRunner().run(step.step().action(), step.step().timeout(), context);
        } finally {
            end();
        }
        return failure.map(e -> e instanceof InterruptedException
                ? StepFailure.in(step.label(), interrupted("interrupted"))
                : StepFailure.ofAction(step.label(), e));
    }

    private synchronized void begin() {
        acting = Optional.of(Thread.currentThread());
        if (stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void end() {
        acting = Optional.empty();
        Thread.interrupted(); // It was meant for the action alone.
    }

    private static SnapdslException interrupted(String what) {
        return new SnapdslException(ErrorCode.INTERRUPTED, what + ".", "Run the plan again to carry it out.");
    }
}

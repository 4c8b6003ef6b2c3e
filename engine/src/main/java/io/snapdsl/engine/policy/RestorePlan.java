package io.snapdsl.engine.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A named way back: which state, of what, in which order.
 *
 * @param from the state that is wanted, unless a step says otherwise
 */
public record RestorePlan(String name, Selector from, List<Step> steps, boolean verify, OnFailure onFailure) {
    public RestorePlan {
        steps = List.copyOf(steps);
    }

    /** Which snapshot of a subject is meant. */
    public sealed interface Selector {
        record Latest() implements Selector {}

        /** The last one from before an agent's run began: the newest one of all the plan's subjects together. */
        record BeforeLastRun() implements Selector {}

        record At(Instant time) implements Selector {}

        record AtMilestone(String title) implements Selector {}

        record Tagged(String tag) implements Selector {}

        /** The newest whose content was checked and found whole. */
        record LastVerified() implements Selector {}
    }

    public sealed interface Step {
        /** @param paths only these, in gitignore's language for globs; none means all */
        record Restore(
                Declared subject,
                Optional<Selector> from,
                List<String> paths,
                Mode mode,
                Optional<Duration> healthCheck)
                implements Step {
            public Restore {
                paths = List.copyOf(paths);
            }
        }

        /** Something of the author's own, before, between or after. */
        record Do(Hook.Action action, Duration timeout) implements Step {}
    }

    /** What to do with what is there. */
    public enum Mode {
        /** Changed in place: the workspace, or the container's files and volumes. */
        IN_PLACE,
        /** A container is stopped and made anew. */
        REPLACE,
        /** Beside it, under another name. */
        BESIDE
    }

    public enum OnFailure {
        STOP,
        /** What was restored so far goes back to what it was. */
        ROLL_BACK
    }
}

package io.snapdsl.engine.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the policy's author wants done around a snapshot.
 *
 * @param timeout after which it is stopped, with all it started
 */
public record Hook(Point point, Action action, Duration timeout, OnError onError) {
    public enum Point {
        BEFORE_SNAPSHOT,
        AFTER_SNAPSHOT,
        ON_FAILURE,
        ALWAYS
    }

    /** What a hook that fails means for the snapshot. */
    public enum OnError {
        /** Said, and nothing else. */
        IGNORE,
        /** The snapshot is not taken. */
        CANCEL,
        /** It is run once more, then it cancels. */
        RETRY
    }

    /**
     * @param error what went wrong, for hooks that run then
     * @param log takes what the author wants said
     */
    public record Context(
            String policy,
            String trigger,
            Instant time,
            Optional<String> snapshotId,
            Optional<Exception> error,
            Consumer<String> log) {}

    /**
     * What a thread that runs actions should be. The author's code can swallow an interrupt, say in a loop that tries
     * again whatever happened; it asks its thread too, and that answer can't be swallowed.
     */
    public interface Stoppable {
        boolean isStopped();
    }

    /** The author's code. It may throw anything, take for ever, or start processes. */
    public interface Action {
        void run(Context context) throws Exception;
    }
}

package io.snapdsl.engine.store;

import io.snapdsl.engine.history.SubjectId;
import java.util.Optional;
import java.util.function.Supplier;

/** Locks that end with their process, however it ends. */
public interface StoreLocks {
    /** A lock that is ours. */
    interface Held {
        void release();

        /** Does {@code work} and releases the lock, however it ends. */
        default <T> T during(Supplier<T> work) {
            try {
                return work.get();
            } finally {
                release();
            }
        }
    }

    /**
     * For capturing or restoring a subject: one at a time.
     *
     * @throws io.snapdsl.engine.SnapdslException {@code LOCKED}, naming the holder, when it isn't free in time
     */
    Held subject(SubjectId subject, String purpose);

    /** For registering and relocating subjects: one at a time. */
    Held registration();

    /** For adding content or relying on it: any number at a time, but not during a sweep. */
    Held usingContent();

    /** For deleting content: alone. */
    Held sweeping();

    /** As {@link #sweeping}, but without waiting: nothing if anybody is using content. */
    Optional<Held> sweepingIfFree();

    /**
     * For what the clock has asked of a policy: one run at a time. Without waiting: nothing if another is at it.
     *
     * @param policy with its script, because those of several are often called the same
     */
    Optional<Held> policyIfFree(String policy);

    /** For the one server that hooks have started, as long as it runs: nothing if there is one. */
    Optional<Held> hubIfFree();
}

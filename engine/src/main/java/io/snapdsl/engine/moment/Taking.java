package io.snapdsl.engine.moment;

import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.state.CheckpointDraft;

/**
 * Takes one subject, in steps, so that several can be taken at once: each step is done for all of them before the next.
 * The caller holds the subject's lock and the one for using content all the while, until what was drafted is published.
 */
public interface Taking {
    /** What a subject contributes to a moment. */
    sealed interface Draft {
        /** It has nothing yet: the moment does without it. */
        record Nothing() implements Draft {}

        /** It is as it was recorded last. */
        record Unchanged(Part part) implements Draft {
            public static Unchanged of(Snapshot newest) {
                return new Unchanged(Part.OfSnapshot.of(newest, false));
            }
        }

        record Taken(Publication publication) implements Draft {}

        record Checkpointed(CheckpointDraft checkpoint) implements Draft {}
    }

    Subject subject();

    /** Finds out whether it can be taken at all. */
    void begin();

    /** Reads it before something else is held: what does not change until then need not be read while that waits. */
    default void readAhead() {}

    /** Whether it is kept from changing while it is read. */
    default boolean holds() {
        return false;
    }

    /** Does {@code work}, and keeps it from changing until then. */
    default void holding(Runnable work) {
        work.run();
    }

    /** Reads it: while all are held that can be. */
    void capture();

    /** Nothing is held any more. */
    Draft draft();

    /** It could not be taken. */
    default void giveUp(RuntimeException failure) {}
}

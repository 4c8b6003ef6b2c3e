package io.snapdsl.container.docker;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;

/** Waiting for what the engine tells nobody about. */
final class Pauses {
    private static final long BRIEF_MILLIS = 50;
    private static final long PATIENCE_MILLIS = 500;

    private Pauses() {}

    static void brief() {
        try {
            Thread.sleep(BRIEF_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Until it has ended, or it takes too long. */
    static void until(Thread thread) {
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static SnapdslException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new SnapdslException(
                ErrorCode.INTERRUPTED, "Interrupted while waiting for the Docker engine.", "Try again.", e);
    }
}

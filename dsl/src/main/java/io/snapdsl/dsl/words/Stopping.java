package io.snapdsl.dsl.words;

import io.snapdsl.engine.policy.Hook;

/** Asked at the start of every loop, function and closure of a script. */
public final class Stopping {
    private Stopping() {}

    public static boolean isWanted() {
        Thread thread = Thread.currentThread();
        return thread.isInterrupted() || thread instanceof Hook.Stoppable stoppable && stoppable.isStopped();
    }
}

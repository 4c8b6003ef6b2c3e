package io.snapdsl.cli.output;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Sees to it that a script gets one JSON object and no more, also when the command is interrupted as it answers. */
public final class OneAnswer {
    private static final long PATIENCE_MS = 2_000;

    private final ReentrantLock lock = new ReentrantLock();
    private boolean given;

    /** Runs {@code giving} and answers true, unless there was an answer before. */
    boolean give(Runnable giving) {
        lock.lock();
        try {
            return giveFirst(giving);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #give}, but whoever interrupts does not wait until the last of a long answer has been read. */
    boolean giveSoon(Runnable giving) {
        try {
            if (!lock.tryLock(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            return giveFirst(giving);
        } finally {
            lock.unlock();
        }
    }

    private boolean giveFirst(Runnable giving) {
        if (given) {
            return false;
        }
        given = true;
        giving.run();
        return true;
    }
}

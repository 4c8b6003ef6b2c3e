package io.snapdsl.cli.command;

import java.util.function.LongSupplier;

/**
 * Gives the memory that a large snapshot took back to the machine, once a process that runs for long has nothing to do. The
 * collector does so only when it collects, and while nobody asks for memory it never does. The launcher sets how much it
 * keeps.
 */
final class IdleMemory {
    private static final long SECONDS_BETWEEN_LOOKS = 10;
    /** What the looks themselves, and timers, use up. */
    private static final long STILL = 1_000_000;

    private final LongSupplier used;
    private final LongSupplier taken;
    private final Runnable collect;
    private long usedBefore;
    private long kept;

    /**
     * @param used bytes in use, garbage included
     * @param taken bytes that the machine has given
     */
    IdleMemory(LongSupplier used, LongSupplier taken, Runnable collect) {
        this.used = used;
        this.taken = taken;
        this.collect = collect;
    }

    /** From now on, as long as this process runs. */
    static void watch() {
        Runtime runtime = Runtime.getRuntime();
        IdleMemory memory =
                new IdleMemory(() -> runtime.totalMemory() - runtime.freeMemory(), runtime::totalMemory, System::gc);
        Thread thread = new Thread(memory::lookForEver, "idle-memory");
        thread.setDaemon(true);
        thread.start();
    }

    private void lookForEver() {
        try {
            while (true) {
                Thread.sleep(SECONDS_BETWEEN_LOOKS * 1000);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Collects if nothing happened since the last look, and more has been taken than was needed after the last time. */
    void look() {
        long now = used.getAsLong();
        boolean isIdle = now >= usedBefore && now - usedBefore < STILL;
        usedBefore = now;
        if (isIdle && taken.getAsLong() > kept) {
            collect.run();
            kept = taken.getAsLong();
            usedBefore = used.getAsLong();
        }
    }
}

package io.snapdsl.cli.command;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C and SIGTERM, for a command that runs until it is told to stop: the first asks it to, the second ends the process
 * at once. That is no worse than a kill, which every command survives.
 *
 * <p>Java's shutdown hooks can't tell the second from the first, {@link Signals} can. Where those are missing, the first still
 * does its work, by the shutdown hook.
 */
final class StopSignals {
    private static final int BY_SIGNAL = 128;
    private static final int INTERRUPT = 2;
    private static final int TERMINATE = 15;

    private final AtomicInteger received = new AtomicInteger();
    private final Runnable stop;

    private StopSignals(Runnable stop) {
        this.stop = stop;
    }

    static StopSignals to(Runnable stop) {
        StopSignals signals = new StopSignals(stop);
        Signals.heed("INT", () -> signals.receive(INTERRUPT));
        Signals.heed("TERM", () -> signals.receive(TERMINATE));
        return signals;
    }

    /** As shells have it: 130 after Ctrl-C, 143 after SIGTERM; 0 if there was none. */
    int status() {
        int number = received.get();
        return number == 0 ? 0 : BY_SIGNAL + number;
    }

    private void receive(int number) {
        if (received.compareAndSet(0, number)) {
            stop.run();
        } else {
            // What hooks have started does not outlive us.
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(BY_SIGNAL + number);
        }
    }
}

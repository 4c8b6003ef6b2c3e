package io.snapdsl.cli.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C and SIGTERM, for a command that runs until it is told to stop: the first asks it to, the second ends the process
 * at once. That is no worse than a kill, which every command survives.
 *
 * <p>Java's shutdown hooks can't tell the second from the first. What can is no part of Java's own interface, though every
 * Java has it: hence by name. Where it is missing, the first still does its work, by the shutdown hook.
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
        signals.heed("INT", INTERRUPT);
        signals.heed("TERM", TERMINATE);
        return signals;
    }

    /** As shells have it: 130 after Ctrl-C, 143 after SIGTERM; 0 if there was none. */
    int status() {
        int number = received.get();
        return number == 0 ? 0 : BY_SIGNAL + number;
    }

    private void heed(String name, int number) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler heeding = (proxy, method, arguments) -> {
                receive(number);
                return null;
            };
            Object made = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, heeding);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), made);
        } catch (ReflectiveOperationException e) {
            // Missing, or the JVM was told to leave signals alone.
            return;
        }
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

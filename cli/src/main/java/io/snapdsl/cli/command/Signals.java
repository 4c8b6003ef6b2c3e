package io.snapdsl.cli.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** What the operating system tells a process. It is no part of Java's own interface, though every Java has it: hence by name. */
final class Signals {
    private Signals() {}

    /** From now on {@code action} is done when the signal comes, and nothing else. */
    static void heed(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler heeding = (proxy, method, arguments) -> {
                action.run();
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
}

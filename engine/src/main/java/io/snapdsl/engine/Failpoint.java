package io.snapdsl.engine;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Named points around every write, where a test can have the process killed: with {@code
 * -Dsnapdsl.failpoint=NAME:3} the third time the point is reached is the process's last instant. Costs nothing
 * otherwise.
 */
public final class Failpoint {
    private static final String SETTING = System.getProperty("snapdsl.failpoint", "");
    private static final String NAME = SETTING.replaceFirst(":\\d+$", "");
    private static final AtomicInteger LEFT =
            new AtomicInteger(SETTING.equals(NAME) ? 1 : Integer.parseInt(SETTING.substring(NAME.length() + 1)));

    private Failpoint() {}

    public static void reach(String name) {
        if (name.equals(NAME) && LEFT.decrementAndGet() == 0) {
            killThisProcess();
        }
    }

    /** SIGKILL, as the real thing: no hook, no finally, no flush. */
    private static void killThisProcess() {
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
            new ProcessBuilder("kill", "-9", pid).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("could not kill process " + pid, e);
        }
    }
}

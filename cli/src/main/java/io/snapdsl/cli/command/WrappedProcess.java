package io.snapdsl.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A command that runs in our place: with our standard streams, and with the signals that are meant for it. We stay until it
 * has ended, whatever comes.
 */
final class WrappedProcess {
    /** What comes before it runs is passed on when it does. */
    private final CompletableFuture<Process> running = new CompletableFuture<>();

    /** Until it has ended. As shells have it: 128 + n if signal n ended it. */
    int run(ProcessBuilder builder) throws IOException {
        Signals.heed("INT", () -> passOnUnlessFromTerminal("INT"));
        Signals.heed("HUP", () -> passOnUnlessFromTerminal("HUP"));
        Signals.heed("TERM", () -> passOn("TERM"));
        Process process = builder.inheritIO().start();
        running.complete(process);
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException e) {
                // Nobody interrupts us who would not rather have the command's own end.
                continue;
            }
        }
    }

    /** A terminal tells everybody in its foreground, the command included: to hear of Ctrl-C twice means more to many. */
    private void passOnUnlessFromTerminal(String signal) {
        if (!isInForeground()) {
            passOn(signal);
        }
    }

    private void passOn(String signal) {
        running.thenAccept(process -> send(signal, process));
    }

    private static void send(String signal, Process process) {
        try {
            // Java itself can only send SIGTERM; and not every machine has a 'kill' outside of its shell.
            new ProcessBuilder("/bin/sh", "-c", "kill -s " + signal + " " + process.pid())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            process.destroy();
        }
    }

    /** Whether our process group is the one that the terminal talks to. */
    private static boolean isInForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // After the name, which may hold anything: state, parent, group, session, terminal, foreground group.
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
            return fields.get(2).equals(fields.get(5));
        } catch (IOException e) {
            return true; // No /proc: most signals come from a terminal.
        }
    }
}

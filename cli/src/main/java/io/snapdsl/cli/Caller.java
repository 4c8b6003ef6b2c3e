package io.snapdsl.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Who runs the command: where, with which environment, and where its input comes from and its answer goes. What a command takes from its process
 * it takes from here, so that it can also be run inside of another one.
 *
 * @param directory the current one, without links
 * @param atTerminal whether {@code err} is read by a person as it comes
 */
record Caller(
        Path directory,
        Map<String, String> environment,
        InputStream in,
        OutputStream out,
        PrintStream err,
        boolean atTerminal) {

    /** Whoever started this process. Only the launcher knows whether there is a terminal ({@code snapdsl.terminal}). */
    static Caller ofProcess() {
        return new Caller(
                currentDirectory(),
                environmentOfUser(),
                System.in,
                new FileOutputStream(FileDescriptor.out),
                System.err,
                Boolean.getBoolean("snapdsl.terminal"));
    }

    /** The launcher sets LC_ALL for Java, and says what it was ({@code snapdsl.lc_all}): what we start gets that. */
    private static Map<String, String> environmentOfUser() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        String locale = System.getProperty("snapdsl.lc_all", environment.getOrDefault("LC_ALL", ""));
        if (locale.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", locale);
        }
        return environment;
    }

    private static Path currentDirectory() {
        try {
            // Java's own idea of it has been through the locale's encoding, which not every name survives.
            return Path.of("/proc/self/cwd").toRealPath();
        } catch (IOException e) {
            return Path.of("").toAbsolutePath();
        }
    }

    void letGo() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        err.close();
    }

    /** Empty if it is not set. */
    String variable(String name) {
        return environment.getOrDefault(name, "");
    }

    Path home() {
        String home = variable("HOME");
        return Path.of(home.isEmpty() ? System.getProperty("user.home") : home);
    }

    /** Where the launcher looks too. */
    Path cache() {
        String chosen = variable("XDG_CACHE_HOME");
        Path base = chosen.isEmpty() ? Path.of("/", variable("HOME"), ".cache") : Path.of(chosen);
        return base.resolve("snapdsl");
    }
}

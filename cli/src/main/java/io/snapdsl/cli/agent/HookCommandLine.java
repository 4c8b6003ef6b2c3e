package io.snapdsl.cli.agent;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** What an agent's settings run. */
public final class HookCommandLine {
    private static final String NAME = "snapdsl";

    private HookCommandLine() {}

    /**
     * By its name where that is found, because installations move; settings of a project are for other machines too, so
     * there always.
     *
     * @param self this installation's own command
     */
    public static String of(HookedAgent agent, String path, Optional<Path> self, boolean ofProject, boolean startHub) {
        boolean byName = ofProject || self.isEmpty() || find(NAME, path).isPresent();
        String program = byName ? NAME : quoted(self.get().toString());
        return program + " hook " + agent.word() + (startHub ? " --start-hub" : "");
    }

    /** Where a command is found. */
    public static Optional<Path> find(String command, String path) {
        return Arrays.stream(path.split(":"))
                .filter(directory -> directory.startsWith("/"))
                .map(directory -> Path.of(directory, command))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}

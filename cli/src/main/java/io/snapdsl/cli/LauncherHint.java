package io.snapdsl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Tells the launcher that a workspace has been snapped before. There is little left to hash then, and Java's quick
 * compiler alone makes the command faster; it must be chosen before Java starts. For each such directory the user's
 * cache holds a link to the store: the launcher need only see whether it leads somewhere, which takes no process.
 */
final class LauncherHint {
    private static final String LINK = ".snapped";

    private LauncherHint() {}

    /** @param store a file that is there as long as the store is */
    static void snapped(Path workspace, Path store) {
        Path inCache = workspace.getRoot().relativize(workspace);
        Path link = cache().resolve("snapped").resolve(inCache).resolve(LINK);
        try {
            if (!Files.isSymbolicLink(link) || !Files.readSymbolicLink(link).equals(store)) {
                Files.createDirectories(link.getParent());
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, store);
            }
        } catch (IOException e) {
            return; // Only a hint: without it, the next snapshot takes a little longer.
        }
    }

    /** The user's own, where the launcher looks too. */
    static Path cache() {
        Map<String, String> variables = System.getenv();
        String chosen = variables.getOrDefault("XDG_CACHE_HOME", "");
        Path base = chosen.isEmpty() ? Path.of(variables.getOrDefault("HOME", "/"), ".cache") : Path.of(chosen);
        return base.resolve("snapdsl");
    }
}

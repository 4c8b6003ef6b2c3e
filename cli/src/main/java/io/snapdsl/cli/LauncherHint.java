package io.snapdsl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells the launcher that a workspace has been snapped before. There is little left to hash then, and Java's quick
 * compiler alone makes the command faster; it must be chosen before Java starts. For each such directory the user's
 * cache holds a link to the store: the launcher need only see whether it leads somewhere, which takes no process.
 */
final class LauncherHint {
    private static final String LINK = ".snapped";

    private LauncherHint() {}

    /**
     * @param cache the user's own, where the launcher looks
     * @param store a file that is there as long as the store is
     */
    static void snapped(Path cache, Path workspace, Path store) {
        Path inCache = workspace.getRoot().relativize(workspace);
        Path link = cache.resolve("snapped").resolve(inCache).resolve(LINK);
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
}

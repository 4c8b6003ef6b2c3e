package io.snapdsl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells the launcher that a workspace has been snapped before. There is little left to hash then, and Java's quick
 * compiler alone makes the command faster; it must be chosen before Java starts. A marker for each such directory lies
 * in the user's cache, where the launcher can look without starting a process.
 */
public final class LauncherHint {
    private static final String MARKER = ".snapped";

    private LauncherHint() {}

    public static void snapped(Path workspace) {
        String cache = System.getenv("XDG_CACHE_HOME");
        String home = System.getenv("HOME");
        if ((cache == null || cache.isEmpty()) && (home == null || home.isEmpty())) {
            return;
        }
        Path base = cache == null || cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
        Path marker = base.resolve("snapdsl/snapped" + workspace).resolve(MARKER);
        try {
            if (!Files.exists(marker)) {
                Files.createDirectories(marker.getParent());
                Files.createFile(marker);
            }
        } catch (IOException e) {
            return; // Only a hint: without it, the next snapshot takes a tenth longer.
        }
    }
}

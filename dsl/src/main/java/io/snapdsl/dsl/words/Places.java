package io.snapdsl.dsl.words;

import java.io.IOException;
import java.nio.file.Path;

/** Paths as people write them in a script. */
final class Places {
    private Places() {}

    /** Relative to the script's directory; {@code ~} is the user's own, as in a shell. */
    static Path resolve(Path directory, String path) {
        String expanded =
                path.equals("~") || path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path;
        return directory.resolve(expanded).normalize();
    }

    /** One directory may have several paths, through symbolic links. */
    static boolean isSame(Path one, Path other) {
        return real(one).equals(real(other));
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }
}

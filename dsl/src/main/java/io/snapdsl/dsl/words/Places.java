package io.snapdsl.dsl.words;

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
}

package io.snapdsl.engine.history;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Finds the work tree that a directory is in, as git does. */
public final class GitWorkTree {
    static final String DOT_GIT = ".git";

    private GitWorkTree() {}

    /** Its top: {@code directory} itself or one above it. */
    public static Optional<Path> around(Path directory) {
        Set<String> ceilings = ceilings();
        for (Path at = directory; at != null; at = at.getParent()) {
            if (!at.equals(directory) && ceilings.contains(at.toString())) {
                return Optional.empty();
            }
            Path dotGit = at.resolve(DOT_GIT);
            // A directory that only has the name is passed over, as git does.
            if (Files.isRegularFile(dotGit) || isRepository(dotGit)) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /** Where git too is told not to look any further up. */
    private static Set<String> ceilings() {
        String list = System.getenv("GIT_CEILING_DIRECTORIES");
        return list == null ? Set.of() : Set.copyOf(Arrays.asList(list.split(":")));
    }

    private static boolean isRepository(Path directory) {
        return Files.exists(directory.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
                && Files.isDirectory(directory.resolve("objects"))
                && Files.isDirectory(directory.resolve("refs"));
    }
}

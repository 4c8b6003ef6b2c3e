package io.snapdsl.engine.export;

import io.snapdsl.engine.tree.Name;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The names that git takes for its own directory's, and so refuses in any tree: on some system each of them would be
 * {@code .git}. The rules are those of its protectNTFS and protectHFS.
 */
final class GitsOwnNames {
    /** Windows has the second for the first, and ignores dots and spaces at the end and what follows a colon. */
    private static final Pattern ON_WINDOWS =
            Pattern.compile("(\\.git|git~1)[. ]*([:\\\\].*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** Code points that macOS passes over when it compares names. */
    private static final Pattern PASSED_OVER =
            Pattern.compile("[\\u200c-\\u200f\\u202a-\\u202e\\u206a-\\u206f\\ufeff]");

    private static final Pattern DOT_GIT = Pattern.compile("\\.git", Pattern.CASE_INSENSITIVE);

    private GitsOwnNames() {}

    static boolean contains(Name name) {
        String text = new String(name.bytes(), StandardCharsets.UTF_8);
        return ON_WINDOWS.matcher(text).matches()
                || DOT_GIT.matcher(PASSED_OVER.matcher(text).replaceAll("")).matches();
    }
}

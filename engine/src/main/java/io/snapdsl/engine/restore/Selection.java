package io.snapdsl.engine.restore;

import io.snapdsl.engine.tree.TreePath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.ignore.FastIgnoreRule;

/** Which part of a tree is meant: everything, or paths and glob patterns ({@code src/**}, {@code *.md}). */
public final class Selection {
    public static final Selection ALL =
            new Selection(List.of(new Part("", Optional.of(TreePath.ROOT), Optional.empty())));

    private record Part(String text, Optional<TreePath> literal, Optional<FastIgnoreRule> glob) {
        boolean covers(TreePath path, boolean directory) {
            if (literal.isPresent()) {
                return path.startsWith(literal.get());
            }
            return glob.get().isMatch(new String(path.bytes(), StandardCharsets.ISO_8859_1), directory, false);
        }
    }

    private final List<Part> parts;

    private Selection(List<Part> parts) {
        this.parts = parts;
    }

    /** No path at all means everything. A path selects what is below it too. */
    public static Selection of(List<TreePath> paths) {
        return paths.isEmpty()
                ? ALL
                : new Selection(paths.stream().map(Selection::part).toList());
    }

    private static Part part(TreePath path) {
        String bytes = new String(path.bytes(), StandardCharsets.ISO_8859_1);
        boolean glob = bytes.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
        return glob
                ? new Part(path.toString(), Optional.empty(), Optional.of(new FastIgnoreRule(bytes)))
                : new Part(path.toString(), Optional.of(path), Optional.empty());
    }

    public boolean isEverything() {
        return this == ALL;
    }

    public boolean covers(TreePath path, boolean directory) {
        return parts.stream().anyMatch(part -> part.covers(path, directory));
    }

    /** The paths and patterns as they were given. */
    public List<String> texts() {
        return parts.stream().map(Part::text).toList();
    }

    /** The paths that are not patterns: each must exist somewhere, or it was mistyped. */
    List<TreePath> literals() {
        return parts.stream().flatMap(part -> part.literal.stream()).toList();
    }
}

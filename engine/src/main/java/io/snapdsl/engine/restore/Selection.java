package io.snapdsl.engine.restore;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.eclipse.jgit.ignore.FastIgnoreRule;

/**
 * Which part of a tree is meant. A path means that file, or that directory with all that is in it. What is no path in
 * the trees at hand but has {@code *}, {@code ?} or {@code [} is a pattern: {@code *.md} in that directory, {@code
 * src/**} everything below, {@code **}{@code /*.md} at any depth.
 */
public final class Selection {
    private static final Selection ALL = new Selection(List.of());

    /**
     * Paths and patterns as someone wrote them; none at all means everything.
     *
     * @param base the directory they were written in: never part of a pattern, whatever its name
     * @param mustExist whether what is found nowhere counts as mistyped
     * @param seenFrom what whoever wrote them is told that they are relative to
     */
    public record Request(List<TreePath> paths, TreePath base, boolean mustExist, String seenFrom) {
        public static final Request EVERYTHING = new Request(List.of(), TreePath.ROOT);

        public Request(List<TreePath> paths, TreePath base) {
            this(paths, base, true, "Paths are relative to the current directory");
        }

        /**
         * As a policy writes them: seen from the workspace's root.
         *
         * @throws IllegalArgumentException naming the one that can't be meant
         */
        public static Request written(List<String> texts) {
            return new Request(
                    texts.stream().map(Request::path).toList(),
                    TreePath.ROOT,
                    true,
                    "Paths are relative to the workspace's directory, or to each volume of a container");
        }

        private static TreePath path(String text) {
            String plain = text.replaceFirst("^(\\./+)+", "").replaceFirst("/+$", "");
            try {
                if (!text.isEmpty() && !text.startsWith("/")) {
                    return plain.isEmpty() || plain.equals(".") ? TreePath.ROOT : TreePath.of(plain);
                }
            } catch (DamagedContentException e) {
                // What no tree can hold: told below, with the whole path.
            }
            throw new IllegalArgumentException("'" + text + "' is no path inside of the workspace");
        }

        /** The same, for trees that need not hold any of it. */
        public Request ifThere() {
            return new Request(paths, base, false, seenFrom);
        }

        /**
         * @param roots where each path, or a match of each pattern, is looked for
         * @param nowhere how to begin to say that they don't have it
         */
        public Selection in(TreeReader trees, List<Hash> roots, String nowhere) {
            return paths.isEmpty() ? ALL : of(this, trees, roots, nowhere);
        }
    }

    private final List<BiPredicate<TreePath, Boolean>> parts;

    private Selection(List<BiPredicate<TreePath, Boolean>> parts) {
        this.parts = parts;
    }

    private static Selection of(Request request, TreeReader trees, List<Hash> roots, String nowhere) {
        List<BiPredicate<TreePath, Boolean>> parts = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (TreePath path : request.paths()) {
            boolean exists = path.isRoot()
                    || roots.stream().anyMatch(root -> trees.find(root, path).isPresent());
            BiPredicate<TreePath, Boolean> part =
                    exists ? (candidate, directory) -> candidate.startsWith(path) : pattern(path, request.base());
            if (!exists && request.mustExist() && roots.stream().noneMatch(root -> matchesAny(part, trees, root))) {
                unknown.add(path.toString());
            }
            parts.add(part);
        }
        if (!unknown.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_PATH,
                    nowhere + " " + String.join(", ", unknown) + ".",
                    request.seenFrom() + "; 'snapdsl show ID --files' lists what a snapshot holds.");
        }
        return new Selection(parts);
    }

    public boolean covers(TreePath path, boolean directory) {
        return this == ALL || parts.stream().anyMatch(part -> part.test(path, directory));
    }

    private static BiPredicate<TreePath, Boolean> pattern(TreePath path, TreePath base) {
        String all = text(path);
        boolean inBase = !base.isRoot() && path.startsWith(base);
        String rest = inBase ? all.substring(text(base).length() + 1) : all;
        if (rest.chars().noneMatch(c -> c == '*' || c == '?' || c == '[')) {
            return (candidate, directory) -> false;
        }
        // The leading slash anchors it, as a path is, and takes '!' and '#' their meaning in ignore files.
        FastIgnoreRule rule = new FastIgnoreRule("/" + rest);
        int skip = inBase ? text(base).length() + 1 : 0;
        return (candidate, directory) -> (!inBase || candidate.startsWith(base))
                && text(candidate).length() > skip
                && rule.isMatch(text(candidate).substring(skip), directory, false);
    }

    private static boolean matchesAny(BiPredicate<TreePath, Boolean> part, TreeReader trees, Hash root) {
        boolean[] found = {false};
        trees.walk(root, (path, entry) -> found[0] |= part.test(path, entry instanceof DirectoryEntry));
        return found[0];
    }

    /** One char per byte, as in ignore rules. */
    private static String text(TreePath path) {
        return new String(path.bytes(), StandardCharsets.ISO_8859_1);
    }
}

package io.snapdsl.engine.tree;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import java.util.List;
import java.util.Optional;

/**
 * Finds one path in many trees. It remembers the last directories it went through, so that of a tree that differs little
 * from the one before only what differs on the way is read: most often its root alone.
 */
public final class PathLookup {
    /** What stands at the path, seen from a directory on the way to it. */
    private record Step(Hash directory, Optional<TreeEntry> found) {}

    private final TreeReader trees;
    private final List<Name> names;
    private final Step[] last;

    public PathLookup(TreeReader trees, TreePath path) {
        this.trees = trees;
        this.names = path.names();
        this.last = new Step[names.size()];
    }

    /** Nothing stands at the root's own path. */
    public Optional<TreeEntry> in(Hash root) {
        return names.isEmpty() ? Optional.empty() : from(root, 0);
    }

    private Optional<TreeEntry> from(Hash directory, int depth) {
        Step known = last[depth];
        if (known == null || !known.directory().equals(directory)) {
            known = new Step(directory, look(directory, depth));
            last[depth] = known;
        }
        return known.found();
    }

    private Optional<TreeEntry> look(Hash directory, int depth) {
        Optional<TreeEntry> entry = trees.tree(directory).find(names.get(depth));
        if (depth == names.size() - 1) {
            return entry;
        }
        return entry.orElse(null) instanceof DirectoryEntry inner ? from(inner.tree(), depth + 1) : Optional.empty();
    }
}

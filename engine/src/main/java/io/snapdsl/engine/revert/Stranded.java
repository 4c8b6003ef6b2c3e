package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells which files a tree would lose: those that the reverted snapshots renamed, and that it has neither where they are
 * now nor where they were, as something else is to stay there.
 */
final class Stranded {
    private final TreeReader trees;
    private final Hash now;
    private final boolean hasMarkers;
    private final Map<TreePath, Optional<TreeEntry>> changed = new HashMap<>();

    /** @param hasMarkers whether the tree's files hold both versions where they changed */
    Stranded(TreeReader trees, Hash now, Hash tree, boolean hasMarkers) {
        this.trees = trees;
        this.now = now;
        this.hasMarkers = hasMarkers;
        new TreeComparison(trees).compare(now, tree, change -> changed.put(change.path(), change.after()));
    }

    /** @param result what was to become of the file, if it was followed */
    boolean contains(Trail trail, Optional<TreeEntry> result) {
        if (!trail.isMoved() || trail.isMadeAnew() || trail.present().isEmpty()) {
            return false;
        }
        boolean cameBack = result.isPresent()
                ? has(trail.wanted(), result)
                : trail.steps().stream()
                        .map(Trail.Step::delta)
                        .anyMatch(delta -> delta.oldPath()
                                .filter(trail.wanted()::equals)
                                .filter(path -> has(path, delta.oldEntry()) || hasMarkers && changed.containsKey(path))
                                .isPresent());
        return !cameBack && !has(trail.last(), trees.find(now, trail.last()));
    }

    private boolean has(TreePath path, Optional<TreeEntry> file) {
        Optional<TreeEntry> there = changed.containsKey(path) ? changed.get(path) : trees.find(now, path);
        return there.isPresent() && file.isPresent() && there.get().sameContent(file.get());
    }
}

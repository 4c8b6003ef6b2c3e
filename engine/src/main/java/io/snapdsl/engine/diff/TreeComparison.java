package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds what differs between two trees by walking only the directories that differ. */
public final class TreeComparison {
    private final TreeReader trees;

    public TreeComparison(TreeReader trees) {
        this.trees = trees;
    }

    /** Reports every difference, directories before what they contain, in the order of their paths. */
    public void compare(Hash before, Hash after, Consumer<Change> report) {
        compare(Optional.of(before), Optional.of(after), report);
    }

    /** A tree that isn't there counts as an empty one. */
    public void compare(Optional<Hash> before, Optional<Hash> after, Consumer<Change> report) {
        compare(before, after, TreePath.ROOT, report);
    }

    /** Whether more than times and hard links differ. */
    public boolean differ(Hash before, Hash after) {
        boolean[] found = {false};
        compare(before, after, change -> found[0] |= change.kind() != Change.Kind.TOUCHED);
        return found[0];
    }

    public List<Change> changes(Hash before, Hash after) {
        return changes(Optional.of(before), after);
    }

    /** A tree that isn't there counts as an empty one. */
    public List<Change> changes(Optional<Hash> before, Hash after) {
        List<Change> changes = new ArrayList<>();
        compare(before, Optional.of(after), changes::add);
        return changes;
    }

    /** The changes that people see. */
    public ChangeCounts count(Hash before, Hash after) {
        return between(Optional.of(before), Optional.of(after)).count();
    }

    /** A tree that isn't there counts as an empty one. */
    public Changes between(Optional<Hash> before, Optional<Hash> after) {
        return action -> compare(before, after, action);
    }

    private void compare(Optional<Hash> before, Optional<Hash> after, TreePath at, Consumer<Change> report) {
        if (before.equals(after)) {
            return;
        }
        List<TreeEntry> old = before.map(trees::tree).orElse(Tree.EMPTY).entries();
        List<TreeEntry> now = after.map(trees::tree).orElse(Tree.EMPTY).entries();
        int i = 0;
        int j = 0;
        while (i < old.size() || j < now.size()) {
            int order = i == old.size()
                    ? 1
                    : j == now.size()
                            ? -1
                            : old.get(i).name().compareTo(now.get(j).name());
            TreeEntry left = order <= 0 ? old.get(i++) : null;
            TreeEntry right = order >= 0 ? now.get(j++) : null;
            if (left == null || right == null || !left.equals(right)) {
                TreePath path = at.resolve(left == null ? right.name() : left.name());
                compareEntries(path, Optional.ofNullable(left), Optional.ofNullable(right), report);
            }
        }
    }

    private void compareEntries(
            TreePath path, Optional<TreeEntry> left, Optional<TreeEntry> right, Consumer<Change> report) {
        boolean bothThere = left.isPresent() && right.isPresent();
        if (bothThere && left.get().getClass() != right.get().getClass()) {
            compareEntries(path, left, Optional.empty(), report);
            compareEntries(path, Optional.empty(), right, report);
            return;
        }
        report.accept(new Change(path, left, right));
        compare(left.flatMap(TreeComparison::tree), right.flatMap(TreeComparison::tree), path, report);
    }

    private static Optional<Hash> tree(TreeEntry entry) {
        return entry instanceof DirectoryEntry directory ? Optional.of(directory.tree()) : Optional.empty();
    }
}

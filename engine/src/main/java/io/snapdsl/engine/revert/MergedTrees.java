package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stored trees, together with those that a merge has made and that can't be read from the store yet. */
final class MergedTrees {
    private final TreeReader trees;
    private final ContentWriter content;
    private final Map<Hash, Tree> made = new HashMap<>();

    MergedTrees(TreeReader trees, ContentWriter content) {
        this.trees = trees;
        this.content = content;
    }

    List<TreeEntry> entries(Optional<Hash> tree) {
        return tree.map(this::tree).orElse(Tree.EMPTY).entries();
    }

    private Tree tree(Hash hash) {
        Tree own = made.get(hash);
        return own == null ? trees.tree(hash) : own;
    }

    Hash add(Collection<TreeEntry> entries) {
        Tree tree = Tree.sorted(List.copyOf(entries));
        Hash hash = content.addObject(tree.encode());
        made.put(hash, tree);
        return hash;
    }

    /** Whether two entries and all that is in them are the same, whatever their times and hard links. */
    boolean same(Optional<TreeEntry> one, Optional<TreeEntry> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() && other.isEmpty();
        }
        if (one.get().mode() != other.get().mode()) {
            return false;
        }
        return one.get() instanceof DirectoryEntry left && other.get() instanceof DirectoryEntry right
                ? sameContent(left, right)
                : one.get().sameContent(other.get());
    }

    private boolean sameContent(DirectoryEntry one, DirectoryEntry other) {
        if (one.tree().equals(other.tree())) {
            return true;
        }
        List<TreeEntry> left = tree(one.tree()).entries();
        List<TreeEntry> right = tree(other.tree()).entries();
        boolean same = left.size() == right.size();
        for (int i = 0; same && i < left.size(); i++) {
            same = left.get(i).name().equals(right.get(i).name())
                    && same(Optional.of(left.get(i)), Optional.of(right.get(i)));
        }
        return same;
    }
}

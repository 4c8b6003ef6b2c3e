package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a new tree from a stored one and some changes, as if they had been made there. Directories that no change lies
 * in are shared with the old tree.
 *
 * <p>Changes are as {@link TreeComparison} reports them: a directory's change says what became of the directory
 * itself, those below it say what became of its content. So a deleted directory goes only when nothing is left in it.
 */
public final class TreeEditor {
    private final TreeReader trees;
    private final ContentWriter content;

    public TreeEditor(TreeReader trees, ContentWriter content) {
        this.trees = trees;
        this.content = content;
    }

    public Hash apply(Hash root, List<Change> changes) {
        return apply(Optional.of(root), changes);
    }

    /** A tree that isn't there counts as an empty one. */
    public Hash apply(Optional<Hash> root, List<Change> changes) {
        Edit all = new Edit();
        changes.forEach(change -> all.at(change).note(change));
        return all.below.isEmpty() && root.isPresent() ? root.get() : edit(root, all);
    }

    /** What is to become of one path, and of the paths below it. */
    private static final class Edit {
        private final Map<Name, Edit> below = new TreeMap<>();
        private Optional<Change> deletion = Optional.empty();
        private Optional<TreeEntry> result = Optional.empty();

        Edit at(Change change) {
            Edit edit = this;
            for (Name name : change.path().names()) {
                edit = edit.below.computeIfAbsent(name, any -> new Edit());
            }
            return edit;
        }

        /** Whether a deletion is meant for what is there, and not for something else that was in its place. */
        boolean deletes(Optional<TreeEntry> existing) {
            return deletion.flatMap(Change::before).map(TreeEntry::getClass).equals(existing.map(TreeEntry::getClass));
        }

        void note(Change change) {
            if (change.after().isEmpty()) {
                deletion = Optional.of(change);
            } else {
                result = change.after();
            }
        }
    }

    private Hash edit(Optional<Hash> tree, Edit edit) {
        Map<Name, TreeEntry> entries = new TreeMap<>();
        tree.map(trees::tree).orElse(Tree.EMPTY).entries().forEach(entry -> entries.put(entry.name(), entry));
        edit.below.forEach((name, child) -> {
            Optional<TreeEntry> edited = edited(name, Optional.ofNullable(entries.get(name)), child);
            if (edited.isPresent()) {
                entries.put(name, edited.get());
            } else {
                entries.remove(name);
            }
        });
        return content.addObject(new Tree(new ArrayList<>(entries.values())).encode());
    }

    private Optional<TreeEntry> edited(Name name, Optional<TreeEntry> existing, Edit edit) {
        if (edit.result.isPresent() && !(edit.result.get() instanceof DirectoryEntry)) {
            return edit.result;
        }
        boolean becomesDirectory = edit.result.isPresent() || !edit.below.isEmpty();
        boolean isDirectory = existing.isPresent() && existing.get() instanceof DirectoryEntry;
        if (!becomesDirectory && !isDirectory) {
            return edit.deletes(existing) ? Optional.empty() : existing;
        }
        Optional<DirectoryEntry> directory =
                existing.filter(DirectoryEntry.class::isInstance).map(DirectoryEntry.class::cast);
        Hash tree = edit(directory.map(DirectoryEntry::tree), edit);
        boolean empty = tree.equals(Tree.EMPTY.hash());
        if (edit.result.isEmpty() && empty && (edit.deletion.isPresent() || directory.isEmpty())) {
            return edit.deletes(existing) ? Optional.empty() : existing;
        }
        DirectoryEntry attributes = (DirectoryEntry) edit.result
                .or(() -> directory)
                .or(() -> edit.deletion.flatMap(Change::before))
                .orElseThrow(() -> new IllegalArgumentException("nothing says what directory '" + name + "' is"));
        return Optional.of(
                new DirectoryEntry(name, attributes.mode(), attributes.modified(), tree, attributes.owner()));
    }
}

package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.revert.NewNames.Left;
import io.snapdsl.engine.revert.Renames.Scene;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The changes to be made to the two trees of one reversal. */
final class RenameRewriting {
    private final Scene scene;
    private final TreeReader trees;
    private final Hash now;
    private final Reversal reversal;
    private final Map<Left, TreePath> names;
    private final Set<TreePath> changedLater;
    private final RenamedContent renamed;
    private final List<Change> after = new ArrayList<>();
    private final List<Change> before = new ArrayList<>();

    /**
     * @param names the new names of files that are not where the reversal's snapshot left them
     * @param changedLater what reversals of newer snapshots have to do with
     */
    RenameRewriting(Scene scene, Reversal reversal, Map<Left, TreePath> names, Set<TreePath> changedLater) {
        this.scene = scene;
        this.trees = scene.trees();
        this.now = scene.now();
        this.reversal = reversal;
        this.names = names;
        this.changedLater = changedLater;
        this.renamed = new RenamedContent(scene.content(), scene.writer(), scene.time());
    }

    Reversal apply() {
        TreeEditor editor = new TreeEditor(trees, scene.writer());
        return new Reversal(
                reversal.after().withRoot(editor.apply(Renames.root(reversal.after()), after)),
                reversal.before().withRoot(editor.apply(Renames.root(reversal.before()), before)));
    }

    void consider(FileDelta delta) {
        TreePath path = delta.newPath().orElseThrow();
        Optional<TreePath> newest = Optional.ofNullable(
                names.get(new Left(reversal.after().past().snapshot().id(), path)));
        boolean isRename = !delta.oldPath().equals(delta.newPath());
        if (newest.isPresent() && delta.kind() == FileDelta.Kind.RENAMED) {
            forgetRename(delta);
        } else if (newest.isPresent()) {
            moveEdit(delta, newest.get());
        } else if (isRename) {
            scene.fileNow(path).ifPresent(file -> moveBack(delta, file));
        }
    }

    /** The edit is taken back where the file is now. */
    private void moveEdit(FileDelta delta, TreePath name) {
        Optional<TreeEntry> thereAfter = trees.find(Renames.root(reversal.after()), name);
        Optional<TreeEntry> thereBefore = trees.find(Renames.root(reversal.before()), name);
        boolean isBack = delta.oldPath().equals(Optional.of(name));
        if (scene.fileNow(name).isEmpty() || !isBack && !isSame(thereAfter, thereBefore)) {
            return;
        }
        Optional<List<Change>> parentsAfter = parents(Renames.root(reversal.after()), name);
        Optional<List<Change>> parentsBefore = parents(Renames.root(reversal.before()), name);
        if (parentsAfter.isEmpty() || parentsBefore.isEmpty()) {
            return;
        }
        after.addAll(parentsAfter.get());
        after.addAll(move(delta.after().orElseThrow(), thereAfter, name));
        before.addAll(parentsBefore.get());
        before.addAll(move(delta.before().orElseThrow(), thereBefore, name));
        before.addAll(parentsThatWent(delta.oldPath().orElseThrow()));
    }

    private static boolean isSame(Optional<TreeEntry> one, Optional<TreeEntry> other) {
        return one.isPresent() && other.isPresent()
                ? Renames.isLike(one.get(), other.get())
                : one.isEmpty() && other.isEmpty();
    }

    /** Directories that a tree lacks, as they are now; nothing if something else is in their place. */
    private Optional<List<Change>> parents(Hash tree, TreePath path) {
        List<Change> missing = new ArrayList<>();
        for (TreePath at = path.parent().orElseThrow();
                !at.isRoot();
                at = at.parent().orElseThrow()) {
            Optional<TreeEntry> there = trees.find(tree, at);
            if (there.isEmpty()) {
                missing.add(new Change(at, there, trees.find(now, at)));
            } else if (!(there.get() instanceof DirectoryEntry)) {
                return Optional.empty();
            }
        }
        return Optional.of(missing);
    }

    private static List<Change> move(FileDelta.Version file, Optional<TreeEntry> there, TreePath name) {
        FileEntry entry = (FileEntry) file.entry();
        FileEntry renamed = new FileEntry(
                name.name(), entry.mode(), entry.modified(), entry.size(), entry.content(), entry.linkGroup());
        return List.of(
                new Change(file.path(), Optional.of(entry), Optional.empty()),
                new Change(name, there, Optional.of(renamed)));
    }

    /** Neither comes the old name back, nor is anything looked for under the one in between. */
    private void forgetRename(FileDelta delta) {
        TreePath old = delta.oldPath().orElseThrow();
        after.add(new Change(delta.newPath().orElseThrow(), delta.newEntry(), Optional.empty()));
        before.add(new Change(old, delta.oldEntry(), Optional.empty()));
        before.addAll(parentsThatWent(old));
    }

    /** Directories that the snapshot left without anything in them, so that they were gone afterwards. */
    private List<Change> parentsThatWent(TreePath path) {
        List<Change> went = new ArrayList<>();
        for (TreePath at = path.parent().orElseThrow();
                !at.isRoot();
                at = at.parent().orElseThrow()) {
            if (trees.find(Renames.root(reversal.after()), at).isEmpty()) {
                went.add(new Change(at, trees.find(Renames.root(reversal.before()), at), Optional.empty()));
            }
        }
        return went;
    }

    /** What is under the new name now gets the old one back. */
    private void moveBack(FileDelta delta, FileEntry file) {
        FileEntry made = (FileEntry) delta.newEntry().orElseThrow();
        TreePath path = delta.newPath().orElseThrow();
        TreePath old = delta.oldPath().orElseThrow();
        if (Renames.isLike(file, made) || trees.find(now, old).isPresent() || !isCertain(old, path)) {
            return;
        }
        FileEntry original = (FileEntry) delta.oldEntry().orElseThrow();
        renamed.without(made, original, file).ifPresent(text -> {
            int mode = scene.decisions().mode(old, made.mode(), original.mode(), file.mode());
            FileEntry back =
                    new FileEntry(old.name(), mode, text.modified(), text.size(), text.content(), OptionalLong.empty());
            after.add(new Change(path, delta.newEntry(), Optional.of(file)));
            before.add(new Change(old, delta.oldEntry(), Optional.of(back)));
        });
    }

    /** Whether all states know about both paths, and no other reverted snapshot changed one of them later. */
    private boolean isCertain(TreePath old, TreePath path) {
        boolean isKnown = reversal.after().past().ignorance(old, false).isEmpty()
                && reversal.before().past().ignorance(path, false).isEmpty();
        boolean isOurs = List.of(old, path).stream()
                .allMatch(one -> scene.present().problem(one).isEmpty()
                        && scene.present().leftOutBy(one, false).isEmpty()
                        && !changedLater.contains(one));
        return isKnown && isOurs;
    }
}

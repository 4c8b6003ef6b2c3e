package io.snapdsl.engine.revert;

import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.revert.NewNames.Left;
import io.snapdsl.engine.revert.Reversal.Version;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prepares what is to be taken back for files that got other names. {@link TreeReversal} decides each path for itself,
 * so the trees it is given are rewritten until both halves of a change lie at one path:
 *
 * <ul>
 *   <li>A reverted snapshot renamed a file that was edited since: what is there now is what goes, and what comes back
 *       under the old name.
 *   <li>A reverted snapshot edited a file that was renamed since: it is as if it had edited it under the new name.
 *   <li>A reverted snapshot renamed a file that was renamed again since: the newest name stays.
 * </ul>
 *
 * <p>Where that is not certain (something else is under the other name, or another of the reverted snapshots has to do
 * with it too) nothing is rewritten, and the paths are decided as they are.
 */
final class Renames {
    private final SnapshotStore store;
    private final TreeReader trees;
    private final FileDeltas deltas;
    private final Decisions decisions;
    private final Extent present;
    private final Hash now;

    /** @param present how much of what is there the tree {@code now} knows */
    Renames(SnapshotStore store, Decisions decisions, Extent present, Hash now) {
        this.store = store;
        this.trees = new TreeReader(new ContentReader(store.content()));
        this.deltas = new FileDeltas(new TreeComparison(trees));
        this.decisions = decisions;
        this.present = present;
        this.now = now;
    }

    /** @param reversals of the root directory, newest first; what takes their place is stored when this returns */
    List<Reversal> follow(List<Reversal> reversals) {
        Map<Reversal, List<FileDelta>> changes = new HashMap<>();
        Map<Snapshot, List<TreePath>> lost = new HashMap<>();
        for (Reversal reversal : reversals) {
            List<FileDelta> files = deltas.between(root(reversal.before()), root(reversal.after())).stream()
                    .filter(Renames::isOfOneFile)
                    .toList();
            changes.put(reversal, files);
            List<TreePath> gone = files.stream()
                    .map(delta -> delta.newPath().orElseThrow())
                    .filter(path -> trees.find(now, path).isEmpty())
                    .toList();
            if (!gone.isEmpty()) {
                lost.put(reversal.after().past().snapshot(), gone);
            }
        }
        Set<SnapshotId> reverted = reversals.stream()
                .map(reversal -> reversal.after().past().snapshot().id())
                .collect(Collectors.toSet());
        Map<Left, TreePath> names = new NewNames(store.catalog(), deltas, reverted).of(lost, now);
        try (ContentWriter writer = new ContentWriter(store.content())) {
            TreeEditor editor = new TreeEditor(trees, writer);
            Set<TreePath> changedLater = new HashSet<>();
            List<Reversal> result = new ArrayList<>();
            for (Reversal reversal : reversals) {
                Rewriting rewriting = new Rewriting(reversal, names, changedLater);
                changes.get(reversal).forEach(rewriting::consider);
                result.add(rewriting.apply(editor));
                changes.get(reversal).forEach(delta -> {
                    delta.oldPath().ifPresent(changedLater::add);
                    delta.newPath().ifPresent(changedLater::add);
                });
            }
            writer.finish();
            return result;
        }
    }

    private static Hash root(Version version) {
        return version.directory().orElseThrow().tree();
    }

    private static boolean isOfOneFile(FileDelta delta) {
        return delta.oldEntry().filter(FileEntry.class::isInstance).isPresent()
                && delta.newEntry().filter(FileEntry.class::isInstance).isPresent();
    }

    private Optional<FileEntry> fileNow(TreePath path) {
        return trees.find(now, path).filter(FileEntry.class::isInstance).map(FileEntry.class::cast);
    }

    /** The changes to be made to the two trees of one reversal. */
    private final class Rewriting {
        private final Reversal reversal;
        private final Map<Left, TreePath> names;
        private final Set<TreePath> changedLater;
        private final List<Change> after = new ArrayList<>();
        private final List<Change> before = new ArrayList<>();

        Rewriting(Reversal reversal, Map<Left, TreePath> names, Set<TreePath> changedLater) {
            this.reversal = reversal;
            this.names = names;
            this.changedLater = changedLater;
        }

        Reversal apply(TreeEditor editor) {
            return new Reversal(
                    reversal.after().withRoot(editor.apply(root(reversal.after()), after)),
                    reversal.before().withRoot(editor.apply(root(reversal.before()), before)));
        }

        void consider(FileDelta delta) {
            TreePath path = delta.newPath().orElseThrow();
            Optional<TreePath> newest = Optional.ofNullable(
                    names.get(new Left(reversal.after().past().snapshot().id(), path)));
            if (delta.kind() != FileDelta.Kind.RENAMED) {
                newest.ifPresent(name -> moveEdit(delta, name));
            } else if (newest.isPresent()) {
                forgetRename(delta);
            } else {
                fileNow(path).ifPresent(file -> moveBack(delta, file));
            }
        }

        /** The edit is taken back where the file is now. */
        private void moveEdit(FileDelta delta, TreePath name) {
            Optional<TreeEntry> thereAfter = trees.find(root(reversal.after()), name);
            Optional<TreeEntry> thereBefore = trees.find(root(reversal.before()), name);
            if (fileNow(name).isEmpty() || !isSame(thereAfter, thereBefore)) {
                return;
            }
            Optional<List<Change>> parentsAfter = parents(root(reversal.after()), name);
            Optional<List<Change>> parentsBefore = parents(root(reversal.before()), name);
            if (parentsAfter.isEmpty() || parentsBefore.isEmpty()) {
                return;
            }
            after.addAll(parentsAfter.get());
            after.addAll(move(delta.after().orElseThrow(), thereAfter, name));
            before.addAll(parentsBefore.get());
            before.addAll(move(delta.before().orElseThrow(), thereBefore, name));
        }

        private static boolean isSame(Optional<TreeEntry> one, Optional<TreeEntry> other) {
            return one.isPresent() && other.isPresent()
                    ? one.get().sameContent(other.get())
                            && one.get().mode() == other.get().mode()
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
            for (TreePath at = old.parent().orElseThrow();
                    !at.isRoot();
                    at = at.parent().orElseThrow()) {
                if (trees.find(root(reversal.after()), at).isEmpty()) {
                    before.add(new Change(at, trees.find(root(reversal.before()), at), Optional.empty()));
                }
            }
        }

        /** What is under the new name now gets the old one back. */
        private void moveBack(FileDelta delta, FileEntry file) {
            FileEntry made = (FileEntry) delta.newEntry().orElseThrow();
            TreePath path = delta.newPath().orElseThrow();
            TreePath old = delta.oldPath().orElseThrow();
            boolean isUnchanged = file.sameContent(made) && file.mode() == made.mode();
            if (isUnchanged || trees.find(now, old).isPresent() || !isCertain(old, path)) {
                return;
            }
            int mode = decisions.mode(
                    old, made.mode(), delta.oldEntry().orElseThrow().mode(), file.mode());
            FileEntry back =
                    new FileEntry(old.name(), mode, file.modified(), file.size(), file.content(), OptionalLong.empty());
            after.add(new Change(path, delta.newEntry(), Optional.of(file)));
            before.add(new Change(old, delta.oldEntry(), Optional.of(back)));
        }

        /** Whether all states know about both paths, and no other reverted snapshot changed one of them later. */
        private boolean isCertain(TreePath old, TreePath path) {
            boolean isKnown = reversal.after().past().ignorance(old, false).isEmpty()
                    && reversal.before().past().ignorance(path, false).isEmpty();
            boolean isOurs = List.of(old, path).stream()
                    .allMatch(one -> present.problem(one).isEmpty()
                            && present.leftOutBy(one, false).isEmpty()
                            && !changedLater.contains(one));
            return isKnown && isOurs;
        }
    }
}

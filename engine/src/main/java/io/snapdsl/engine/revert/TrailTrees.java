package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes the files on trails out of the trees of a revert, and puts what becomes of them where it belongs. */
final class TrailTrees {
    private final TreeReader trees;
    private final TreeEditor editor;
    private final Hash now;

    /** @param writer where trees go; they can be read when it has finished */
    TrailTrees(TreeReader trees, ContentWriter writer, Hash now) {
        this.trees = trees;
        this.editor = new TreeEditor(trees, writer);
        this.now = now;
    }

    Hash nowWithout(List<Trail> trails) {
        List<Change> gone = new ArrayList<>();
        trails.forEach(trail -> trail.present().ifPresent(path -> gone.add(deletion(now, path))));
        return editor.apply(now, gone);
    }

    List<Reversal> without(List<Trail> trails, List<Reversal> reversals) {
        Map<SnapshotId, List<Change>> after = new HashMap<>();
        Map<SnapshotId, List<Change>> before = new HashMap<>();
        trails.stream().flatMap(trail -> trail.steps().stream()).forEach(step -> {
            Reversal reversal = step.reversal();
            SnapshotId id = reversal.snapshot().id();
            List<Change> made = after.computeIfAbsent(id, any -> new ArrayList<>());
            List<Change> lost = before.computeIfAbsent(id, any -> new ArrayList<>());
            step.delta()
                    .newPath()
                    .ifPresent(path -> made.add(deletion(reversal.after().root(), path)));
            step.delta().oldPath().ifPresent(path -> {
                lost.add(deletion(reversal.before().root(), path));
                lost.addAll(parentsThatWent(reversal, path));
            });
        });
        return reversals.stream()
                .map(reversal -> new Reversal(
                        without(after, reversal, reversal.after()), without(before, reversal, reversal.before())))
                .toList();
    }

    private Reversal.Version without(
            Map<SnapshotId, List<Change>> changes, Reversal reversal, Reversal.Version version) {
        List<Change> gone = changes.get(reversal.snapshot().id());
        return gone == null ? version : version.withRoot(editor.apply(version.root(), gone));
    }

    private Change deletion(Hash tree, TreePath path) {
        return new Change(path, trees.find(tree, path), Optional.empty());
    }

    /** Directories that the snapshot left without anything in them, so that they were gone: not to come back empty. */
    private List<Change> parentsThatWent(Reversal reversal, TreePath path) {
        List<Change> went = new ArrayList<>();
        for (TreePath at = path.parent().orElseThrow();
                !at.isRoot();
                at = at.parent().orElseThrow()) {
            if (trees.find(reversal.after().root(), at).isEmpty()) {
                went.add(deletion(reversal.before().root(), at));
            }
        }
        return went;
    }

    /** Whether nothing else is where the file belongs, and there can be the directories that lead there. */
    static boolean hasPlace(TreeReader trees, Hash now, Hash rest, Trail trail) {
        boolean hasPlace = trees.find(rest, trail.wanted()).isEmpty();
        for (TreePath at = trail.wanted().parent().orElseThrow();
                hasPlace && !at.isRoot();
                at = at.parent().orElseThrow()) {
            Optional<TreeEntry> there = trees.find(rest, at);
            hasPlace = there.isPresent()
                    ? there.get() instanceof DirectoryEntry
                    : directory(trees, now, trail, at).isPresent();
        }
        return hasPlace;
    }

    Hash with(Hash rest, Map<Trail, TreeEntry> files) {
        List<Change> come = new ArrayList<>();
        files.forEach((trail, file) -> {
            TreePath path = trail.wanted();
            come.addAll(missingParents(rest, trail));
            come.add(new Change(path, Optional.empty(), Optional.of(named(path.name(), file))));
        });
        return editor.apply(rest, come);
    }

    /** Directories that have to come back for the file: as they are now, or as they were when it was there. */
    private List<Change> missingParents(Hash rest, Trail trail) {
        List<Change> missing = new ArrayList<>();
        for (TreePath at = trail.wanted().parent().orElseThrow();
                !at.isRoot();
                at = at.parent().orElseThrow()) {
            if (!(trees.find(rest, at).orElse(null) instanceof DirectoryEntry)) {
                missing.add(new Change(at, Optional.empty(), directory(trees, now, trail, at)));
            }
        }
        return missing;
    }

    private static Optional<TreeEntry> directory(TreeReader trees, Hash now, Trail trail, TreePath path) {
        List<Hash> known = new ArrayList<>(List.of(now));
        trail.steps().forEach(step -> known.add(step.reversal().before().root()));
        return known.stream()
                .flatMap(tree -> trees.find(tree, path).stream())
                .filter(DirectoryEntry.class::isInstance)
                .findFirst();
    }

    private static TreeEntry named(Name name, TreeEntry entry) {
        if (entry instanceof SymlinkEntry link) {
            return new SymlinkEntry(name, link.target(), link.modified(), link.owner());
        }
        FileEntry file = (FileEntry) entry;
        return new FileEntry(
                name, file.mode(), file.modified(), file.size(), file.content(), file.linkGroup(), file.owner());
    }
}

package io.snapdsl.engine.revert;

import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.EditedRenames;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.revert.NewNames.Left;
import io.snapdsl.engine.revert.Reversal.Version;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 *   <li>Who renamed a file may have edited it on the way, whether that is to be taken back or came later.
 * </ul>
 *
 * <p>Where that is not certain (something else is under the other name, or another of the reverted snapshots has to do
 * with it too) nothing is rewritten, and the paths are decided as they are.
 */
final class Renames {
    /** What there is to go by, and where what is made goes. */
    record Scene(
            ContentReader content,
            TreeReader trees,
            ContentWriter writer,
            Decisions decisions,
            Extent present,
            Hash now,
            Instant time) {
        Optional<FileEntry> fileNow(TreePath path) {
            return trees.find(now, path).filter(FileEntry.class::isInstance).map(FileEntry.class::cast);
        }
    }

    private final SnapshotStore store;
    private final TreeReader trees;
    private final ContentReader content;
    private final FileDeltas deltas;
    private final EditedRenames edited;
    private final Decisions decisions;
    private final Extent present;
    private final Hash now;
    private final Instant time;

    /**
     * @param present how much of what is there the tree {@code now} knows
     * @param time when merged files are said to be modified
     */
    Renames(SnapshotStore store, Decisions decisions, Extent present, Hash now, Instant time) {
        this.store = store;
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.deltas = new FileDeltas(new TreeComparison(trees));
        this.edited = new EditedRenames(content);
        this.decisions = decisions;
        this.present = present;
        this.now = now;
        this.time = time;
    }

    /** @param reversals of the root directory, newest first; what takes their place is stored when this returns */
    List<Reversal> follow(List<Reversal> reversals) {
        Map<Reversal, List<FileDelta>> changes = new HashMap<>();
        Map<Snapshot, List<TreePath>> lost = new HashMap<>();
        for (Reversal reversal : reversals) {
            List<FileDelta> all = deltas.between(root(reversal.before()), root(reversal.after()));
            List<FileDelta> files = edited.pair(all, this::wasChangedSince).stream()
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
        Map<Left, TreePath> names = new NewNames(store.catalog(), deltas, edited, reverted).of(lost, now);
        try (ContentWriter writer = new ContentWriter(store.content())) {
            Scene scene = new Scene(content, trees, writer, decisions, present, now, time);
            Set<TreePath> changedLater = new HashSet<>();
            List<Reversal> result = new ArrayList<>();
            for (Reversal reversal : reversals) {
                RenameRewriting rewriting = new RenameRewriting(scene, reversal, names, changedLater);
                changes.get(reversal).forEach(rewriting::consider);
                result.add(rewriting.apply());
                changes.get(reversal).forEach(delta -> {
                    delta.oldPath().ifPresent(changedLater::add);
                    delta.newPath().ifPresent(changedLater::add);
                });
            }
            writer.finish();
            return result;
        }
    }

    static Hash root(Version version) {
        return version.directory().orElseThrow().tree();
    }

    /** A file that came, and is as the snapshot left it, goes in any case: wherever it came from. */
    private boolean wasChangedSince(FileDelta delta) {
        return delta.after()
                .map(made -> trees.find(now, delta.path())
                        .filter(there -> isLike(there, made.entry()))
                        .isEmpty())
                .orElse(true);
    }

    static boolean isLike(TreeEntry one, TreeEntry other) {
        return one.sameContent(other) && one.mode() == other.mode();
    }

    private static boolean isOfOneFile(FileDelta delta) {
        return delta.oldEntry().filter(FileEntry.class::isInstance).isPresent()
                && delta.newEntry().filter(FileEntry.class::isInstance).isPresent();
    }
}

package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.EditedRenames;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds out what files are called by now that are not where a snapshot left them. Goes through the history once, from
 * the oldest of the snapshots on, and follows each file from name to name; who edits a file in between is no obstacle.
 */
final class NewNames {
    private static final int PAGE = 500;

    /** A file where a snapshot left it. */
    record Left(SnapshotId snapshot, TreePath path) {}

    private final Catalog catalog;
    private final FileDeltas deltas;
    private final EditedRenames edited;
    private final Set<SnapshotId> reverted;
    private Map<TreePath, List<Left>> followed = new HashMap<>();

    /** @param reverted snapshots whose renames don't count: they are to be taken back themselves */
    NewNames(Catalog catalog, FileDeltas deltas, EditedRenames edited, Set<SnapshotId> reverted) {
        this.catalog = catalog;
        this.deltas = deltas;
        this.edited = edited;
        this.reverted = reverted;
    }

    /** The new names of those that have one. */
    Map<Left, TreePath> of(Map<Snapshot, List<TreePath>> lost, Hash now) {
        Optional<Snapshot> oldest = lost.keySet().stream().min(Comparator.comparing(Snapshot::sequence));
        if (oldest.isEmpty()) {
            return Map.of();
        }
        Map<SnapshotId, List<TreePath>> starting = new HashMap<>();
        lost.forEach((snapshot, paths) -> starting.put(snapshot.id(), paths));
        Hash last = oldest.get().root();
        for (Snapshot step : shownFrom(oldest.get())) {
            follow(last, step.root(), reverted.contains(step.id()));
            starting.getOrDefault(step.id(), List.of())
                    .forEach(path -> followed.computeIfAbsent(path, any -> new ArrayList<>())
                            .add(new Left(step.id(), path)));
            last = step.root();
        }
        follow(last, now, false);
        Map<Left, TreePath> names = new HashMap<>();
        followed.forEach((path, files) -> files.forEach(file -> names.put(file, path)));
        return names;
    }

    private void follow(Hash before, Hash after, boolean isReverted) {
        if (followed.isEmpty() || before.equals(after)) {
            return;
        }
        Map<TreePath, List<Left>> moved = new HashMap<>();
        Predicate<FileDelta> inQuestion =
                delta -> delta.kind() == FileDelta.Kind.CREATED || followed.containsKey(delta.path());
        for (FileDelta delta : edited.pair(deltas.between(before, after), inQuestion)) {
            boolean leaves = !delta.oldPath().equals(delta.newPath());
            List<Left> files = leaves ? delta.oldPath().map(followed::remove).orElse(null) : null;
            if (files != null && delta.newPath().isPresent() && !isReverted) {
                moved.put(delta.newPath().get(), files);
            }
        }
        followed.putAll(moved);
    }

    /** Oldest first, without the removed ones. */
    private List<Snapshot> shownFrom(Snapshot oldest) {
        List<Snapshot> found = new ArrayList<>();
        List<Snapshot> page;
        long before = Long.MAX_VALUE;
        do {
            page = catalog.page(oldest.subjectId(), before, PAGE);
            for (Snapshot snapshot : page) {
                before = snapshot.sequence();
                if (before >= oldest.sequence() && !snapshot.isRemoved()) {
                    found.add(snapshot);
                }
            }
        } while (page.size() == PAGE && before > oldest.sequence());
        Collections.reverse(found);
        return found;
    }
}

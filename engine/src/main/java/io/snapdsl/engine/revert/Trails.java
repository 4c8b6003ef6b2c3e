package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Follows the files that the reverted snapshots changed. Goes through the history once, from the oldest of the snapshots
 * on; who edits a file in between is no obstacle.
 */
final class Trails {
    private static final int PAGE = 500;

    private final Catalog catalog;
    private final RenameSearch search;
    private final List<Trail> all = new ArrayList<>();
    private final Map<TreePath, Trail> followed = new HashMap<>();
    /** By what they held when they were deleted: an undo, for instance, may bring them back. */
    private final Map<Content, Trail> gone = new HashMap<>();

    Trails(Catalog catalog, RenameSearch search) {
        this.catalog = catalog;
        this.search = search;
    }

    /** @param changes what each reversal is to take back, newest first */
    List<Trail> of(Map<Reversal, List<FileDelta>> changes, Hash now) {
        Map<SnapshotId, Reversal> reverted = new HashMap<>();
        Reversal oldest = null;
        for (Reversal reversal : changes.keySet()) {
            reverted.put(reversal.snapshot().id(), reversal);
            oldest = reversal;
        }
        List<Snapshot> steps = shownFrom(oldest.snapshot());
        Set<Hash> repeated = repeated(steps, now);
        Map<Hash, Map<TreePath, Trail>> places = new HashMap<>();
        Hash last = oldest.before().root();
        for (Snapshot step : steps) {
            Reversal reversal = reverted.get(step.id());
            if (reversal != null) {
                followOthers(last, reversal.before().root());
                followReverted(reversal, changes.get(reversal));
                last = reversal.after().root();
            }
            followOthers(last, step.root());
            last = step.root();
            if (reversal == null && places.containsKey(last)) {
                putBack(places.get(last));
            }
            if (repeated.contains(last)) {
                places.put(last, new HashMap<>(followed));
            }
        }
        followOthers(last, now);
        if (places.containsKey(now)) {
            putBack(places.get(now));
        }
        return all;
    }

    /** States that somebody went back to: by an undo, for instance. */
    private static Set<Hash> repeated(List<Snapshot> steps, Hash now) {
        Set<Hash> seen = new HashSet<>();
        return Stream.concat(steps.stream().map(Snapshot::root), Stream.of(now))
                .filter(root -> !seen.add(root))
                .collect(Collectors.toSet());
    }

    /** Where the files are in a state that there was before is certain, however unlike it the one was that was left. */
    private void putBack(Map<TreePath, Trail> places) {
        Set<Trail> known = new HashSet<>(places.values());
        followed.values().removeAll(known);
        gone.values().removeAll(known);
        places.forEach((path, trail) -> {
            trail.putAt(path);
            Trail mistaken = followed.put(path, trail);
            if (mistaken != null) {
                mistaken.lose();
            }
        });
    }

    private void followReverted(Reversal reversal, List<FileDelta> changes) {
        Map<TreePath, Trail> moved = new HashMap<>();
        for (FileDelta delta : changes) {
            Trail trail = delta.oldPath().map(followed::remove).orElseGet(this::begun);
            trail.add(new Trail.Step(reversal, delta));
            goOn(trail, delta, moved);
        }
        followed.putAll(moved);
    }

    private void goOn(Trail trail, FileDelta delta, Map<TreePath, Trail> moved) {
        delta.newPath()
                .ifPresentOrElse(
                        path -> moved.put(path, trail),
                        () -> content(delta.before()).ifPresent(content -> gone.put(content, trail)));
    }

    private static Optional<Content> content(Optional<FileDelta.Version> version) {
        return version.map(FileDelta.Version::entry)
                .filter(FileEntry.class::isInstance)
                .map(FileEntry.class::cast)
                .filter(file -> file.size() > 0)
                .map(FileEntry::content);
    }

    private Trail begun() {
        Trail trail = new Trail();
        all.add(trail);
        return trail;
    }

    private void followOthers(Hash before, Hash after) {
        if (followed.isEmpty() && gone.isEmpty() || before.equals(after)) {
            return;
        }
        Map<TreePath, Trail> moved = new HashMap<>();
        Predicate<FileDelta> inQuestion =
                delta -> delta.kind() == FileDelta.Kind.CREATED || followed.containsKey(delta.path());
        for (FileDelta delta : search.between(before, after, inQuestion)) {
            Optional<Trail> trail = delta.oldPath().isPresent()
                    ? delta.oldPath().map(followed::remove)
                    : content(delta.after()).map(gone::remove);
            if (trail.isPresent()) {
                trail.get().addOthers(delta);
                goOn(trail.get(), delta, moved);
            } else if (delta.oldPath().isEmpty()) {
                all.stream()
                        .filter(other ->
                                other.present().isEmpty() && other.last().equals(delta.path()))
                        .forEach(Trail::lose);
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

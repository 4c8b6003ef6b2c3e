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
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Follows the files that the reverted snapshots changed. Goes through the history once, from the oldest of the snapshots
 * on; who edits a file in between is no obstacle.
 */
final class Trails {
    private static final int PAGE = 500;

    /** Where a file was when it was deleted, and what it held. */
    private record Remains(TreePath path, Content content) {
        static Optional<Remains> of(Optional<FileDelta.Version> version) {
            return version.flatMap(file -> content(file).map(content -> new Remains(file.path(), content)));
        }

        private static Optional<Content> content(FileDelta.Version version) {
            return version.entry() instanceof FileEntry file && file.size() > 0
                    ? Optional.of(file.content())
                    : Optional.empty();
        }
    }

    /** What has to be known of a snapshot; there may be very many. */
    private record State(SnapshotId id, Hash root, boolean isNobodys) {}

    private final Catalog catalog;
    private final RenameSearch search;
    private final List<Trail> all = new ArrayList<>();
    private final Map<TreePath, Trail> followed = new HashMap<>();
    /** An undo, for instance, may bring them back. The same content elsewhere may as well be a file of its own. */
    private final Map<Remains, Trail> gone = new HashMap<>();

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
        List<State> steps = shownFrom(oldest.snapshot());
        Set<Hash> repeated = repeated(steps, now);
        Map<Hash, Map<TreePath, Trail>> places = new HashMap<>();
        Hash last = oldest.before().root();
        for (State step : steps) {
            Reversal reversal = reverted.get(step.id());
            if (reversal != null) {
                followOthers(last, reversal.before().root(), true);
                followReverted(reversal, changes.get(reversal));
                last = reversal.after().root();
            }
            followOthers(last, step.root(), step.isNobodys());
            last = step.root();
            if (reversal == null && places.containsKey(last)) {
                putBack(places.get(last));
            }
            if (repeated.contains(last)) {
                places.put(last, new HashMap<>(followed));
            }
        }
        followOthers(last, now, true);
        if (places.containsKey(now)) {
            putBack(places.get(now));
        }
        return all;
    }

    /** States that somebody went back to: by an undo, for instance. */
    private static Set<Hash> repeated(List<State> steps, Hash now) {
        Set<Hash> seen = new HashSet<>();
        return Stream.concat(steps.stream().map(State::root), Stream.of(now))
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
                        () -> Remains.of(delta.before()).ifPresent(remains -> gone.put(remains, trail)));
    }

    private Trail begun() {
        Trail trail = new Trail();
        all.add(trail);
        return trail;
    }

    private void followOthers(Hash before, Hash after, boolean isNobodys) {
        if (followed.isEmpty() && gone.isEmpty() || before.equals(after)) {
            return;
        }
        Map<TreePath, Trail> moved = new HashMap<>();
        Predicate<FileDelta> inQuestion =
                delta -> delta.kind() == FileDelta.Kind.CREATED || followed.containsKey(delta.path());
        Map<TreePath, Consumer<Trail>> taken = new HashMap<>();
        for (FileDelta delta : search.between(before, after, inQuestion)) {
            Optional<Trail> trail = delta.oldPath().isPresent()
                    ? delta.oldPath().map(followed::remove)
                    : Remains.of(delta.after()).map(gone::remove);
            if (trail.isPresent()) {
                trail.get().addOthers(delta, isNobodys);
                goOn(trail.get(), delta, moved);
            }
            if (delta.kind() == FileDelta.Kind.RENAMED) {
                taken.put(delta.path(), Trail::replace);
            } else if (trail.isEmpty() && delta.oldPath().isEmpty()) {
                taken.put(delta.path(), Trail::lose);
            }
        }
        followed.putAll(moved);
        if (!taken.isEmpty()) {
            all.stream()
                    .filter(trail -> trail.present().isEmpty())
                    .forEach(
                            trail -> taken.getOrDefault(trail.last(), any -> {}).accept(trail));
        }
    }

    /** Oldest first, without the removed ones. */
    private List<State> shownFrom(Snapshot oldest) {
        List<State> found = new ArrayList<>();
        List<Snapshot> page;
        long before = Long.MAX_VALUE;
        do {
            page = catalog.page(oldest.subjectId(), before, PAGE);
            for (Snapshot snapshot : page) {
                before = snapshot.sequence();
                if (before >= oldest.sequence() && !snapshot.isRemoved()) {
                    found.add(new State(
                            snapshot.id(),
                            snapshot.root(),
                            snapshot.note().trigger().isNobodys()));
                }
            }
        } while (page.size() == PAGE && before > oldest.sequence());
        Collections.reverse(found);
        return found;
    }
}

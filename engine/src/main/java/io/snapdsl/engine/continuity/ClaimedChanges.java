package io.snapdsl.engine.continuity;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Tells which of the unknown changes in a snapshot are whose. */
final class ClaimedChanges {
    private final Catalog catalog;
    private final TreeComparison comparison;
    private final MovedFiles moved;

    ClaimedChanges(Catalog catalog, ContentReader content) {
        this.catalog = catalog;
        this.comparison = new TreeComparison(new TreeReader(content));
        this.moved = new MovedFiles(content);
    }

    /**
     * @param earlier who took something over from it before
     * @param since the operations of others after it
     */
    Claim of(Snapshot from, Announcement announcement, List<Snapshot> earlier, List<Snapshot> since) {
        Optional<Snapshot> before = from.isRemoved() ? Optional.empty() : stateBefore(from);
        List<Change> changes = before.map(state -> comparison.changes(state.root(), from.root()))
                .filter(all ->
                        all.stream().anyMatch(change -> change.isVisible() && announcement.covers(change.path())))
                .map(all -> withDirectories(all, isOwn(all, announcement, earlier, since)))
                .orElse(List.of());
        return new Claim(from, before, changes);
    }

    /** None if something was removed there: what that had changed could not be told from the unknown changes. */
    private Optional<Snapshot> stateBefore(Snapshot snapshot) {
        Optional<Snapshot> earlier = catalog.before(snapshot);
        while (earlier.filter(
                        entry -> entry.isRemoved() && entry.facts().changes().isEmpty())
                .isPresent()) {
            earlier = catalog.before(earlier.get());
        }
        return earlier.filter(entry -> !entry.isRemoved());
    }

    private Predicate<Change> isOwn(
            List<Change> all, Announcement announcement, List<Snapshot> earlier, List<Snapshot> since) {
        List<FileDelta> renamed = moved.among(all::forEach);
        Announcement own = announcement.underBothNames(renamed);
        List<Announcement> others = Stream.concat(
                        earlier.stream().map(claimer -> claimer.note().announced()),
                        since.stream().map(this::changedBy))
                .filter(paths -> !paths.isEmpty())
                .map(paths -> Announcement.of(paths).underBothNames(renamed))
                .toList();
        return change -> own.covers(change.path()) && others.stream().noneMatch(other -> other.covers(change.path()));
    }

    /** The files. */
    private List<TreePath> changedBy(Snapshot operation) {
        return catalog
                .contentBefore(operation)
                .map(before -> comparison.changes(before.root(), operation.root()))
                .orElse(List.of())
                .stream()
                .filter(change -> change.isVisible() && !change.isDirectory())
                .map(Change::path)
                .toList();
    }

    /** A directory that came or went with one of them goes with it, whoever else had something in it. */
    private static List<Change> withDirectories(List<Change> all, Predicate<Change> isOwn) {
        List<Change> visible =
                all.stream().filter(isOwn).filter(Change::isVisible).toList();
        if (visible.isEmpty()) {
            return List.of();
        }
        Set<TreePath> around = new HashSet<>();
        visible.stream().flatMap(change -> parents(change.path())).forEach(around::add);
        return all.stream()
                .filter(change -> isOwn.test(change) || isAround(change, around))
                .toList();
    }

    private static boolean isAround(Change change, Set<TreePath> around) {
        return change.isDirectory() && change.kind() != Change.Kind.MODIFIED && around.contains(change.path());
    }

    private static Stream<TreePath> parents(TreePath path) {
        return Stream.iterate(
                        path.parent(),
                        Optional::isPresent,
                        parent -> parent.get().parent())
                .map(Optional::get);
    }
}

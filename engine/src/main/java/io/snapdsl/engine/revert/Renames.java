package io.snapdsl.engine.revert;

import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Follows the reverted snapshots' files if any was renamed, by them or by somebody else since. Who renamed a file may have
 * edited it on the way.
 */
final class Renames {
    private final SnapshotStore store;
    private final TreeReader trees;
    private final RenameSearch search;
    private final Extent present;
    private final Hash now;

    /** @param present how much of what is there the tree {@code now} knows */
    Renames(SnapshotStore store, Extent present, Hash now) {
        ContentReader content = new ContentReader(store.content());
        this.store = store;
        this.trees = new TreeReader(content);
        this.search = new RenameSearch(content);
        this.present = present;
        this.now = now;
    }

    /**
     * @param reversals of the root directory, newest first
     * @param refuted renames that are none: one file went, and another one came
     */
    List<Trail> of(List<Reversal> reversals, Set<FileDelta> refuted) {
        Map<Reversal, List<FileDelta>> changes = new LinkedHashMap<>();
        for (Reversal reversal : reversals) {
            changes.put(
                    reversal,
                    search.between(reversal.before().root(), reversal.after().root(), any -> true).stream()
                            .flatMap(delta -> refuted.contains(delta) ? RenameSearch.asTwo(delta) : Stream.of(delta))
                            .toList());
        }
        return isAnyRenamed(changes) ? new Trails(store.catalog(), search).of(changes, now) : List.of();
    }

    /** Whether others than the reverted snapshots had to do with a renamed file, and nothing about that is unknown. */
    boolean isMixedWithOthers(Trail trail) {
        return trail.isMixed() && isKnown(trail);
    }

    /** What the file was followed by although it may be another one since. */
    Stream<FileDelta> uncertain(Trail trail) {
        return trail.guesses().filter(search::isUncertain);
    }

    private static boolean isLike(TreeEntry one, TreeEntry other) {
        return one.sameContent(other) && one.mode() == other.mode();
    }

    /** By the snapshots themselves; or maybe by others, where these left something else. */
    private boolean isAnyRenamed(Map<Reversal, List<FileDelta>> changes) {
        Map<TreePath, Optional<TreeEntry>> found = new HashMap<>();
        for (FileDelta delta : changes.values().stream().flatMap(List::stream).toList()) {
            Optional<TreeEntry> later = found.computeIfAbsent(delta.path(), path -> trees.find(now, path));
            if (delta.isMoved() || !isLike(delta.newEntry(), later)) {
                return true;
            }
            found.put(delta.path(), delta.oldEntry());
        }
        return false;
    }

    private static boolean isLike(Optional<TreeEntry> one, Optional<TreeEntry> other) {
        return one.isPresent() && other.isPresent() ? isLike(one.get(), other.get()) : one.isEmpty() && other.isEmpty();
    }

    /** Whether all states know about all paths, and the file was not lost sight of. */
    private boolean isKnown(Trail trail) {
        return !trail.isLost()
                && Stream.of(trail.last(), trail.wanted()).allMatch(this::isOurs)
                && trail.steps().stream().allMatch(Renames::isKnown);
    }

    private boolean isOurs(TreePath path) {
        return present.problem(path).isEmpty() && present.leftOutBy(path, false).isEmpty();
    }

    private static boolean isKnown(Trail.Step step) {
        Past before = step.reversal().before().past();
        Past after = step.reversal().after().past();
        return step.delta()
                        .newPath()
                        .flatMap(path -> before.ignorance(path, false))
                        .isEmpty()
                && step.delta()
                        .oldPath()
                        .flatMap(path -> after.ignorance(path, false))
                        .isEmpty();
    }
}

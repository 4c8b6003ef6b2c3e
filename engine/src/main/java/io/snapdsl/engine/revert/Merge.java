package io.snapdsl.engine.revert;

import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Works out the tree that should be there. {@link TreeReversal} decides path by path, which is right for all that kept
 * its name, and for what only the reverted snapshots had to do with. A file that was renamed and that others changed too
 * is followed from name to name instead ({@link Trail}): everything that was done to it is taken back as if it had always
 * had one name, then it gets the name that it should have.
 *
 * <p>So it makes no difference whether somebody renamed a file before editing it, after that, or both at once. A file
 * that is not like what it was before (see {@link Renames#uncertain}), and then doesn't merge, was another one. Where a
 * file has no place, its paths are decided as they are. But if that would lose it, because something else keeps its old
 * place, it stays under the name that it has now.
 *
 * <p>Nothing refers to the tree yet, so it does no harm if it is not used after all.
 */
final class Merge {
    /** The tree, and what had to be decided for it. */
    record Outcome(Hash root, Decisions decisions) {}

    private final ContentReader content;
    private final TreeReader trees;
    private final SnapshotStore store;
    private final Optional<Resolution> resolution;
    private final Extent present;
    private final Hash now;
    private final Instant time;

    /**
     * @param present how much of what is there the tree {@code now} knows
     * @param time when merged files are said to be modified
     */
    Merge(SnapshotStore store, Optional<Resolution> resolution, Extent present, Hash now, Instant time) {
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.store = store;
        this.resolution = resolution;
        this.present = present;
        this.now = now;
        this.time = time;
    }

    /** @param reversals of the root directory, newest first */
    Outcome of(List<Reversal> reversals) {
        Renames renames = new Renames(store, present, now);
        Set<FileDelta> refuted = new HashSet<>();
        List<Trail> all;
        List<Trail> trails;
        Attempt attempt;
        do {
            all = renames.of(reversals, refuted);
            trails = new ArrayList<>(
                    all.stream().filter(renames::isMixedWithOthers).toList());
            attempt = new Attempt(trails, reversals);
            while (trails.removeAll(attempt.misplaced())) {
                attempt = new Attempt(trails, reversals);
            }
        } while (refuted.addAll(
                attempt.conflicting().flatMap(renames::uncertain).toList()));
        Decisions decisions = attempt.decisions;
        Hash root = attempt.root();
        for (List<Trail> lost = attempt.lost(all, root); !lost.isEmpty(); lost = attempt.lost(all, root)) {
            lost.forEach(Trail::keepName);
            trails.removeAll(lost);
            trails.addAll(lost);
            attempt = new Attempt(trails, reversals);
            root = attempt.root();
        }
        return new Outcome(root, decisions);
    }

    /** What comes of it when these files are followed, and no others. */
    private final class Attempt {
        private final Decisions decisions = new Decisions(resolution);
        private final Map<Trail, TreeEntry> files = new LinkedHashMap<>();
        private final Set<Trail> conflicting = new HashSet<>();
        private final Hash rest;

        Attempt(List<Trail> trails, List<Reversal> reversals) {
            Hash nowWithout;
            List<Reversal> without;
            try (ContentWriter writer = new ContentWriter(store.content())) {
                TrailTrees apart = new TrailTrees(trees, writer, now);
                nowWithout = apart.nowWithout(trails);
                without = apart.without(trails, reversals);
                writer.finish();
            }
            try (ContentWriter writer = new ContentWriter(store.content())) {
                LinkGroups links = new LinkGroups();
                TreeReversal reversal = new TreeReversal(
                        new MergedTrees(trees, writer),
                        new FileReversal(content, writer, decisions, links, time),
                        links,
                        decisions,
                        present);
                this.rest = reversal.revert(nowWithout, without);
                trails.forEach(trail -> takeBack(trail, reversal));
                writer.finish();
            }
        }

        private void takeBack(Trail trail, TreeReversal reversal) {
            int conflicts = decisions.conflictCount();
            Optional<TreeEntry> file = result(trail, reversal);
            file.ifPresent(entry -> files.put(trail, entry));
            if (decisions.conflictCount() > conflicts) {
                conflicting.add(trail);
            } else if (file.isEmpty() && trail.isDeletedByOthers() && trail.isMoved()) {
                decisions.leaveAlone(trail.last(), "was deleted since");
            }
        }

        private Optional<TreeEntry> result(Trail trail, TreeReversal reversal) {
            if (trail.isMadeAnew() && !decisions.takesTheirs(trail.last(), "was deleted since and made anew")) {
                return Optional.empty();
            }
            Optional<TreeEntry> there = trail.isMadeAnew() || trail.isMissing()
                    ? trail.remains()
                    : trail.present().flatMap(path -> trees.find(now, path));
            return reversal.entry(trail.last(), trail.changes(), there);
        }

        /** Files that don't merge, though there is something to merge with: others didn't delete them. */
        Stream<Trail> conflicting() {
            return conflicting.stream().filter(trail -> !trail.isDeletedByOthers());
        }

        /** Files whose place something else has taken, or is gone. */
        Set<Trail> misplaced() {
            Set<Trail> misplaced = new HashSet<>();
            Map<TreePath, Trail> taken = new HashMap<>();
            files.keySet().forEach(trail -> {
                Trail other = taken.put(trail.wanted(), trail);
                if (other != null) {
                    misplaced.addAll(List.of(trail, other));
                } else if (!TrailTrees.hasPlace(trees, now, rest, trail)) {
                    misplaced.add(trail);
                }
            });
            files.keySet().forEach(trail -> {
                for (TreePath at = trail.wanted().parent().orElseThrow();
                        !at.isRoot();
                        at = at.parent().orElseThrow()) {
                    if (taken.containsKey(at)) {
                        misplaced.addAll(List.of(trail, taken.get(at)));
                    }
                }
            });
            return misplaced;
        }

        /** Of all files those that are not in {@code root}, the result, though nobody wants them gone. */
        List<Trail> lost(List<Trail> all, Hash root) {
            Stranded stranded = new Stranded(trees, now, root, decisions.wantsMarkers());
            return all.stream()
                    .filter(trail -> stranded.contains(trail, Optional.ofNullable(files.get(trail))))
                    .toList();
        }

        /** With the files that came last where others were to be as well. */
        Hash root() {
            try (ContentWriter writer = new ContentWriter(store.content())) {
                Hash root = new TrailTrees(trees, writer, now).with(rest, files);
                writer.finish();
                return root;
            }
        }
    }
}

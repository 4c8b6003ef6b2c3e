package io.snapdsl.engine.restore;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Works out what has to be done to turn one tree into (part of) another. Pure: it reads trees and changes nothing. */
final class RestorePlanner {
    private final TreeReader trees;
    private final TreeComparison comparison;

    RestorePlanner(TreeReader trees) {
        this.trees = trees;
        this.comparison = new TreeComparison(trees);
    }

    /** A tree, and how much of it is known. */
    record State(Hash root, Coverage coverage) {}

    RestorePlan plan(State present, State target, Selection.Request wanted) {
        Selection selection =
                wanted.in(trees, List.of(target.root(), present.root()), "Neither the snapshot nor the workspace has");
        return new RestorePlan(consumer -> new Planning(present.coverage(), target.coverage(), selection, consumer)
                .plan(Optional.of(present.root()), target.root()));
    }

    /** For a place where there is nothing yet. */
    RestorePlan planFromNothing(Hash target, Selection.Request wanted) {
        Selection selection = wanted.in(trees, List.of(target), "The snapshot does not have");
        return new RestorePlan(consumer ->
                new Planning(Coverage.NOTHING, Coverage.NOTHING, selection, consumer).plan(Optional.empty(), target));
    }

    private final class Planning {
        private final Extent knownNow;
        private final Extent knownThen;
        private final Selection selection;
        private final Consumer<Step> steps;
        /** Directories that are needed as soon as something selected lies in them. */
        private final Map<TreePath, DirectoryEntry> missingDirectories = new LinkedHashMap<>();
        /** What is in the place of one of them, if something is. */
        private final Map<TreePath, Step> inTheWay = new HashMap<>();

        private Optional<Change> passedOver = Optional.empty();

        Planning(Coverage now, Coverage then, Selection selection, Consumer<Step> steps) {
            this.knownNow = Extent.of(now);
            this.knownThen = Extent.of(then);
            this.selection = selection;
            this.steps = steps;
        }

        void plan(Optional<Hash> from, Hash to) {
            comparison.compare(from, Optional.of(to), this::add);
        }

        private void add(Change change) {
            TreePath path = change.path();
            boolean selected = selection.covers(path, change.isDirectory());
            if (change.kind() == Change.Kind.CREATED && change.after().get() instanceof DirectoryEntry directory) {
                missingDirectories.put(path, directory);
                passedOver
                        .filter(before -> before.path().equals(path))
                        .ifPresent(before -> inTheWay.put(path, obstacle(before)));
            }
            passedOver = selected ? Optional.empty() : Optional.of(change);
            if (!selected) {
                return;
            }
            Optional<Step.Keep> keep = reasonToKeep(change);
            if (keep.isPresent()) {
                steps.accept(keep.get());
                return;
            }
            switch (change.kind()) {
                case DELETED ->
                    steps.accept(new Step.Delete(path, change.before().get()));
                case CREATED -> create(path, change.after().get(), false);
                case TOUCHED ->
                    setMetadata(path, change.before().get(), change.after().get());
                case MODIFIED -> {
                    boolean sameContent = change.isDirectory()
                            || change.before().get().sameContent(change.after().get());
                    if (sameContent) {
                        steps.accept(new Step.SetMetadata(path, change.after().get()));
                    } else {
                        create(path, change.after().get(), true);
                    }
                }
            }
        }

        private void create(TreePath path, TreeEntry entry, boolean replaces) {
            makeParents(path);
            if (entry instanceof DirectoryEntry directory) {
                makeDirectory(path, directory);
            } else if (entry instanceof FileEntry file) {
                steps.accept(new Step.WriteFile(path, file, replaces));
            } else if (entry instanceof SymlinkEntry link) {
                steps.accept(new Step.MakeLink(path, link, replaces));
            }
        }

        private void makeParents(TreePath path) {
            path.parent().ifPresent(parent -> {
                DirectoryEntry missing = missingDirectories.get(parent);
                if (missing != null) {
                    makeParents(parent);
                    makeDirectory(parent, missing);
                }
            });
        }

        private void makeDirectory(TreePath path, DirectoryEntry entry) {
            if (missingDirectories.remove(path) != null) {
                Optional.ofNullable(inTheWay.remove(path)).ifPresent(steps);
                steps.accept(new Step.MakeDirectory(path, entry));
            }
        }

        private Step obstacle(Change deleted) {
            return reasonToKeep(deleted)
                    .map(Step.class::cast)
                    .orElseGet(() ->
                            new Step.Delete(deleted.path(), deleted.before().orElseThrow()));
        }

        private void setMetadata(TreePath path, TreeEntry before, TreeEntry after) {
            boolean sameTime = before instanceof FileEntry old
                    && after instanceof FileEntry now
                    && old.modified().equals(now.modified());
            if (!sameTime) {
                steps.accept(new Step.SetMetadata(path, after));
            }
        }

        /** What the snapshot knows nothing about stays as it is. */
        private Optional<Step.Keep> reasonToKeep(Change change) {
            TreePath path = change.path();
            Optional<Problem> now = knownNow.problem(path);
            if (now.isPresent()) {
                return Optional.of(
                        new Step.Keep(path, "can't be saved first: " + now.get().clause(), true));
            }
            if (change.kind() != Change.Kind.DELETED) {
                return Optional.empty();
            }
            Optional<Problem> then = knownThen.problem(path);
            if (then.isPresent()) {
                return Optional.of(new Step.Keep(
                        path, "is not in that snapshot: " + then.get().clause(), false));
            }
            return knownThen
                    .leftOutBy(path, change.isDirectory())
                    .map(rule -> new Step.Keep(path, "was left out of that snapshot by " + rule.text(), false));
        }
    }
}

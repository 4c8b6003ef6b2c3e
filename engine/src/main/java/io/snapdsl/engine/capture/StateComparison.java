package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.Changes;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What happened between two states. That the later one's tree lacks a file is a deletion only if its capture would have
 * seen the file: what a rule leaves out by now, and what can't be read any more, is {@link #uncovered} and no change.
 */
public final class StateComparison implements Changes {
    private final TreeReader trees;
    private final Optional<Hash> before;
    private final Hash after;
    private final Coverage coverage;

    /** @param before a tree that isn't there counts as an empty one */
    public StateComparison(TreeReader trees, Optional<Hash> before, Hash after, Coverage coverage) {
        this.trees = trees;
        this.before = before;
        this.after = after;
        this.coverage = coverage;
    }

    /** With what is there now. */
    public static StateComparison since(Optional<Hash> before, Captured present, ContentReader content) {
        return new StateComparison(new TreeReader(content), before, present.root(), present.coverage());
    }

    /** Both have their content. */
    public static StateComparison between(Optional<Snapshot> before, Snapshot after, ContentReader content) {
        return new StateComparison(
                new TreeReader(content),
                before.map(Snapshot::root),
                after.root(),
                Coverage.decode(content.chunk(after.facts().coverage())));
    }

    @Override
    public void forEach(Consumer<Change> action) {
        compare(action, uncovered -> {});
    }

    public List<Uncovered> uncovered() {
        List<Uncovered> found = new ArrayList<>();
        compare(change -> {}, found::add);
        return found;
    }

    /** What {@code path} is part of. */
    public Optional<Uncovered> uncovered(TreePath path) {
        return uncovered().stream()
                .filter(found -> path.startsWith(found.path()))
                .findFirst();
    }

    private void compare(Consumer<Change> happened, Consumer<Uncovered> uncovered) {
        Walk walk = new Walk(happened, uncovered);
        new TreeComparison(trees).compare(before, Optional.of(after), walk::visit);
    }

    /** A directory comes before what is in it, so what is said of a whole one holds until a path lies elsewhere. */
    private final class Walk {
        private final Consumer<Change> happened;
        private final Consumer<Uncovered> uncovered;
        /** Only made when something is missing: to compile the rules takes longer than most snapshots. */
        private Optional<Extent> extent = Optional.empty();

        private Optional<TreePath> gone = Optional.empty();
        private Optional<TreePath> unseen = Optional.empty();

        Walk(Consumer<Change> happened, Consumer<Uncovered> uncovered) {
            this.happened = happened;
            this.uncovered = uncovered;
        }

        void visit(Change change) {
            if (change.kind() != Change.Kind.DELETED || isIn(gone, change)) {
                happened.accept(change);
                return;
            }
            if (isIn(unseen, change)) {
                return;
            }
            Optional<Uncovered> reason = reason(change);
            if (reason.isPresent()) {
                unseen = Optional.of(change.path());
                uncovered.accept(reason.get());
                return;
            }
            if (change.isDirectory()) {
                gone = Optional.of(change.path());
            }
            happened.accept(change);
        }

        private static boolean isIn(Optional<TreePath> directory, Change change) {
            return directory.filter(change.path()::startsWith).isPresent();
        }

        /** Where something else is by now, what was there before is known to be gone. */
        private Optional<Uncovered> reason(Change change) {
            extent = extent.or(() -> Optional.of(Extent.of(coverage)));
            return extent.get()
                    .uncovered(change.path(), change.isDirectory())
                    .filter(found -> trees.find(after, change.path()).isEmpty());
        }
    }
}

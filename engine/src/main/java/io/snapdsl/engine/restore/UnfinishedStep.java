package io.snapdsl.engine.restore;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.RestorePlanner.State;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Optional;

/**
 * Tells whether an undo or redo has stopped halfway: whoever repeats it then wants the rest of it, not the next step.
 * What can't be done at all must not be in the way for ever, so a try that got no further than the one before it counts
 * as finished.
 */
final class UnfinishedStep {
    private final Catalog catalog;
    private final ContentReader content;
    private final RestorePlanner planner;
    private final TreeComparison comparison;
    private final Tries tries;

    UnfinishedStep(Catalog catalog, ContentReader content) {
        TreeReader trees = new TreeReader(content);
        this.catalog = catalog;
        this.content = content;
        this.planner = new RestorePlanner(trees);
        this.comparison = new TreeComparison(trees);
        this.tries = new Tries(catalog);
    }

    /** Where {@code head} was going, if it is an unfinished step of this kind and {@code present} is not there either. */
    Optional<Snapshot> target(Snapshot head, Trigger trigger, State present) {
        return head.note().trigger() == trigger
                ? target(head).filter(target -> isLeft(present, target))
                : Optional.empty();
    }

    boolean isUnfinished(Snapshot snapshot) {
        return target(snapshot).isPresent();
    }

    private Optional<Snapshot> target(Snapshot head) {
        try {
            return head.note()
                    .origin()
                    .filter(any -> Tries.isTry(head) && !head.isRemoved() && gotFurther(head))
                    .flatMap(catalog::find)
                    .filter(target -> !target.isRemoved() && isLeft(state(head), target));
        } catch (DamagedContentException e) {
            return Optional.empty(); // Nobody can tell any more: then it is a step like any other.
        }
    }

    private boolean gotFurther(Snapshot head) {
        return tries.repeated(head)
                .filter(earlier -> !earlier.isRemoved())
                .map(earlier -> comparison.differ(earlier.root(), head.root()))
                .orElse(true);
    }

    /** Whether something is left to do; what the target knows nothing about, or what can't be touched, is not. */
    private boolean isLeft(State from, Snapshot target) {
        return comparison.differ(from.root(), target.root())
                && !planner.plan(from, state(target), Selection.Request.EVERYTHING)
                        .isDone();
    }

    private State state(Snapshot snapshot) {
        return new State(
                snapshot.root(), Coverage.decode(content.chunk(snapshot.facts().coverage())));
    }
}

package io.snapdsl.engine.restore;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Tells which steps are taken back at present. {@link UndoTrail} counts them off against the undos that follow, so each
 * of them has to stay a step of its own.
 */
public final class UndoneSteps {
    private final Catalog catalog;
    private final BiPredicate<Hash, Hash> differ;
    private final Tries tries;
    private Optional<Snapshot> earlierTry = Optional.empty();
    private boolean lastAnswer;
    private int undone;

    /** @param differ whether two contents differ in more than times */
    public UndoneSteps(Catalog catalog, BiPredicate<Hash, Hash> differ) {
        this.catalog = catalog;
        this.differ = differ;
        this.tries = new Tries(catalog);
    }

    /** To be asked of every shown snapshot in turn, newest first. */
    public boolean isUndone(Snapshot snapshot) {
        if (!earlierTry.equals(Optional.of(snapshot))) {
            lastAnswer = countOff(snapshot);
        }
        earlierTry = tries.repeated(snapshot);
        return lastAnswer;
    }

    private boolean countOff(Snapshot snapshot) {
        if (snapshot.note().trigger() == Trigger.UNDO) {
            undone++;
            return false;
        }
        if (undone == 0 || !isStep(snapshot)) {
            return false;
        }
        undone--;
        return true;
    }

    /** A snapshot that changed nothing is no step. Of a removed one only the hash is left to compare. */
    boolean isStep(Snapshot snapshot) {
        return catalog.contentBefore(tries.first(snapshot))
                .map(earlier -> snapshot.isRemoved()
                        ? !earlier.root().equals(snapshot.root())
                        : differ.test(earlier.root(), snapshot.root()))
                .map(changed -> changed && !isOnlySaved(snapshot))
                .orElse(true);
    }

    /**
     * Whether it keeps files that are left out at present, because the undo or redo after it was about to overwrite them.
     * That one goes further back then, while what keeps a change that nobody has snapped is the step that is undone.
     */
    private boolean isOnlySaved(Snapshot snapshot) {
        return snapshot.note().trigger() == Trigger.UNKNOWN_CHANGE
                && catalog.atSequence(snapshot.subjectId(), snapshot.sequence() + 1)
                        .filter(Tries::isTry)
                        .flatMap(next -> next.note().origin())
                        .flatMap(catalog::find)
                        .filter(target -> !catalog.contentBefore(snapshot)
                                .map(Snapshot::root)
                                .equals(Optional.of(target.root())))
                        .isPresent();
    }
}

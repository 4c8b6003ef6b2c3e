package io.snapdsl.engine.restore;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Where undo and redo go. The chain only ever grows: an undo is a snapshot like any other. So the way back is read off
 * the chain, newest first, as one reads brackets: an undo cancels the step before it that is not cancelled yet, a redo
 * cancels an undo and is a step itself. Whatever is found, the state to go to is the one just before it.
 */
final class UndoTrail {
    /** @param notes what else that takes back */
    record Way(Snapshot target, List<String> notes) {}

    private final Catalog catalog;
    private final Workspace workspace;
    private final BiPredicate<Hash, Hash> differ;
    private final Tries tries;

    /** @param differ whether two contents differ in more than times */
    UndoTrail(Catalog catalog, Workspace workspace, BiPredicate<Hash, Hash> differ) {
        this.catalog = catalog;
        this.workspace = workspace;
        this.differ = differ;
        this.tries = new Tries(catalog);
    }

    /** The state before the newest step that is not undone; what was never snapped is such a step. */
    Optional<Way> back(Hash present) {
        Optional<Snapshot> head = catalog.head(workspace.id());
        if (head.isPresent() && isChanged(head.get(), present)) {
            return head.map(UndoTrail::plainly);
        }
        UndoneSteps steps = new UndoneSteps(catalog, differ);
        for (Optional<Snapshot> at = head; at.isPresent(); at = catalog.before(at.get())) {
            boolean isUndone = steps.isUndone(at.get());
            if (!isUndone && !is(at.get(), Trigger.UNDO) && !at.get().isRemoved() && steps.isStep(at.get())) {
                Snapshot step = tries.first(at.get());
                return catalog.contentBefore(step).map(target -> new Way(target, RemovedBefore.notes(step, catalog)));
            }
        }
        return Optional.empty();
    }

    /** The state before the newest undo that is not redone; anything new since ends the way forward. */
    Optional<Way> forward(Hash present) {
        Optional<Snapshot> head = catalog.head(workspace.id());
        if (head.isEmpty() || isChanged(head.get(), present)) {
            return Optional.empty();
        }
        UndoneSteps steps = new UndoneSteps(catalog, differ);
        int redone = 0;
        for (Optional<Snapshot> at = head; at.isPresent(); at = catalog.before(at.get())) {
            if (tries.repeated(at.get()).isPresent()) {
                continue; // The first of several tries stands for all.
            }
            if (is(at.get(), Trigger.REDO)) {
                redone++;
            } else if (is(at.get(), Trigger.UNDO)) {
                if (redone-- == 0) {
                    Snapshot undo = at.get();
                    return catalog.contentBefore(undo)
                            .map(found -> requireUndone(found, undo))
                            .map(UndoTrail::plainly);
                }
            } else if (steps.isStep(at.get())) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    static Way plainly(Snapshot target) {
        return new Way(target, List.of());
    }

    /** The state that {@code undo} left may have been removed, and then an earlier one is no redo. */
    private Snapshot requireUndone(Snapshot found, Snapshot undo) {
        Snapshot left = catalog.before(undo).orElseThrow();
        if (!left.root().equals(found.root())) {
            throw new SnapdslException(
                    ErrorCode.NOTHING_TO_REDO,
                    "What was undone can't be brought back: snapshot "
                            + left.id().shortHex() + ", which held it, was removed.",
                    "'snapdsl log' lists every state there is; 'snapdsl restore ID' brings any of them back.");
        }
        return found;
    }

    private static boolean is(Snapshot snapshot, Trigger trigger) {
        return snapshot.note().trigger() == trigger;
    }

    private boolean isChanged(Snapshot snapshot, Hash content) {
        return !snapshot.isRemoved() && differ.test(snapshot.root(), content);
    }
}

package io.snapdsl.engine.restore;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Where undo and redo go. The chain only ever grows, so an undo is a new snapshot that points (by its origin) at the
 * older one whose state it brought back; the pointed-at snapshot is the place the next undo starts from. Redo walks
 * the same way forward, up to the first undo.
 */
final class UndoTrail {
    private final Catalog catalog;
    private final Workspace workspace;
    private final BiPredicate<Hash, Hash> differ;

    /** @param differ whether two contents differ in more than times */
    UndoTrail(Catalog catalog, Workspace workspace, BiPredicate<Hash, Hash> differ) {
        this.catalog = catalog;
        this.workspace = workspace;
        this.differ = differ;
    }

    Optional<Snapshot> back(Hash present) {
        Optional<Snapshot> head = catalog.head(workspace.id());
        if (head.filter(snapshot -> differsFrom(present, snapshot)).isPresent()) {
            return head;
        }
        Optional<Snapshot> at = head.map(this::place);
        while (at.isPresent()) {
            at = at.get().facts().previous().flatMap(catalog::find);
            if (at.filter(snapshot -> differsFrom(present, snapshot)).isPresent()) {
                return at.map(this::place);
            }
        }
        return Optional.empty();
    }

    Optional<Snapshot> forward(Hash present) {
        Optional<Snapshot> head = catalog.head(workspace.id());
        if (head.isEmpty() || !isStep(head.get()) || differsFrom(present, head.get())) {
            return Optional.empty();
        }
        Optional<Snapshot> at = head.map(this::place);
        while (at.isPresent()) {
            at = catalog.atSequence(workspace.id(), at.get().sequence() + 1).filter(next -> !isStep(next));
            if (at.filter(snapshot -> differsFrom(present, snapshot)).isPresent()) {
                return at;
            }
        }
        return Optional.empty();
    }

    /** A removed snapshot has no content to go to. */
    private boolean differsFrom(Hash present, Snapshot snapshot) {
        return !snapshot.isRemoved() && differ.test(snapshot.root(), present);
    }

    /** The snapshot whose state this one stands for. */
    private Snapshot place(Snapshot snapshot) {
        Optional<Snapshot> origin = isStep(snapshot)
                ? snapshot.facts().origin().flatMap(catalog::find).filter(found -> !found.isRemoved())
                : Optional.empty();
        return origin.map(this::place).orElse(snapshot);
    }

    private static boolean isStep(Snapshot snapshot) {
        Trigger trigger = snapshot.facts().trigger();
        return trigger == Trigger.UNDO || trigger == Trigger.REDO;
    }
}

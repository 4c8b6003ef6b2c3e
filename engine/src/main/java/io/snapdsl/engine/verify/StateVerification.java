package io.snapdsl.engine.verify;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.event.BrokenEventException;
import io.snapdsl.engine.event.Created;
import io.snapdsl.engine.event.EventChain;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.CheckpointCheck;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.state.StoredCheckpoint;
import io.snapdsl.engine.store.Checkpoints;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/** Checks the chains of states, every state with them, and of events. What a replay of a session looks at is more. */
final class StateVerification {
    private static final int PAGE = 200;

    private final SnapshotStore store;
    private final VerifyReport report;

    StateVerification(SnapshotStore store, VerifyReport report) {
        this.store = store;
        this.report = report;
    }

    void checkState(State state) {
        try {
            checkChain(state);
        } catch (DamagedContentException e) {
            report.chain(state, "a checkpoint can't be read: " + e.getMessage());
        }
    }

    private void checkChain(State state) {
        Checkpoints checkpoints = store.checkpoints();
        CheckpointCheck check = new CheckpointCheck(checkpoints, ContentReader.strict(store.content()));
        Map<String, Checkpoint> newest = new HashMap<>();
        ChainEnd last = ChainEnd.NOTHING;
        ChainEnd noted;
        do { // Others may add to it meanwhile.
            noted = checkpoints.end(state.id());
            List<StoredCheckpoint> page;
            do {
                page = checkpoints.page(state.id(), last.number() + 1, PAGE);
                for (StoredCheckpoint checkpoint : page) {
                    check(state, check, checkpoint);
                    newest.merge(
                            checkpoint.entry().session(),
                            checkpoint.entry(),
                            BinaryOperator.maxBy(Comparator.comparingLong(Checkpoint::clock)));
                    last = checkpoint.entry().end();
                }
            } while (page.size() == PAGE);
        } while (!checkpoints.end(state.id()).equals(noted));
        if (!last.equals(noted)) {
            report.chain(
                    state,
                    "it ends with checkpoint " + last.number() + ", but " + noted.number() + " was noted as the last");
        }
        newest.remove("");
        newest.values().forEach(made -> requireEvent(state, made));
    }

    /** A log whose last events were taken away looks whole, if what was noted of its end was altered too. */
    private void requireEvent(State state, Checkpoint made) {
        if (made.clock() > store.events().end(made.session()).number()) {
            report.chain(
                    state,
                    "checkpoint " + made.number() + ": event " + made.clock() + " of " + made.session()
                            + ", with which it was made, is not there");
        }
    }

    private void check(State state, CheckpointCheck check, StoredCheckpoint checkpoint) {
        try {
            check.read(checkpoint);
        } catch (DamagedContentException e) {
            report.chain(state, "checkpoint " + checkpoint.entry().number() + ": " + e.getMessage());
        }
        report.countCheckpoint();
    }

    void checkEvents(String session) {
        Map<String, Created.OfCheckpoint> newest = new HashMap<>();
        try {
            new EventChain(store.events(), session).forEach(0, Long.MAX_VALUE, event -> {
                if (event.what().isSnapshotCreated()
                        && Created.by(event) instanceof Created.OfCheckpoint named
                        && isNewer(named, newest.get(named.state()))) {
                    newest.put(named.state(), named);
                }
                report.countEvent();
            });
        } catch (BrokenEventException e) {
            report.structure("Events of " + session + ": event " + e.clock() + ": " + e.getMessage() + ".");
        }
        newest.values().forEach(named -> requireThere(session, named));
    }

    private static boolean isNewer(Created.OfCheckpoint named, Created.OfCheckpoint known) {
        return known == null || named.number() > known.number();
    }

    /** A chain of which the newest were taken away looks whole, if what was noted of its end was altered too. */
    private void requireThere(String session, Created.OfCheckpoint named) {
        boolean isThere = States.find(store.subjects(), named.state())
                .flatMap(state -> store.checkpoints().find(state.id(), named.number()))
                .filter(found -> found.entry().mark().equals(named.mark()))
                .isPresent();
        if (!isThere) {
            report.structure("Events of " + session + ": checkpoint " + named.number() + " of " + named.state()
                    + ", which they say was made, is not there.");
        }
    }
}

package io.snapdsl.engine.verify;

import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.event.BrokenEventException;
import io.snapdsl.engine.event.EventChain;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.state.CheckpointCheck;
import io.snapdsl.engine.state.StoredCheckpoint;
import io.snapdsl.engine.store.Checkpoints;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.List;

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
        CheckpointCheck check = new CheckpointCheck(checkpoints, store.content());
        ChainEnd last = ChainEnd.NOTHING;
        ChainEnd noted;
        do { // Others may add to it meanwhile.
            noted = checkpoints.end(state.id());
            List<StoredCheckpoint> page;
            do {
                page = checkpoints.page(state.id(), last.number() + 1, PAGE);
                for (StoredCheckpoint checkpoint : page) {
                    check(state, check, checkpoint);
                    last = checkpoint.entry().end();
                }
            } while (page.size() == PAGE);
        } while (!checkpoints.end(state.id()).equals(noted));
        if (!last.equals(noted)) {
            report.chain(
                    state,
                    "it ends with checkpoint " + last.number() + ", but " + noted.number() + " was noted as the last");
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
        try {
            new EventChain(store.events(), session).forEach(0, Long.MAX_VALUE, event -> report.countEvent());
        } catch (BrokenEventException e) {
            report.structure("Events of " + session + ": event " + e.clock() + ": " + e.getMessage() + ".");
        }
    }
}

package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;

/**
 * Keeps what is in a workspace when an agent's run starts or ends, before anybody changes it again. That can't be left
 * to a policy that runs elsewhere: by the time it has noticed, the agent is at work.
 */
public final class RunBoundaries {
    private final SnapshotStore store;
    private final OperationRecorder recorder;

    public RunBoundaries(SnapshotStore store, Capturing capture, Clock clock) {
        this.store = store;
        this.recorder = new OperationRecorder(store, capture, clock);
    }

    /** Empty if the newest snapshot has it all. */
    public Optional<Recorded> start(Workspace workspace, String session) {
        return recorder.recordIfChanged(workspace, Note.of(Trigger.RUN_START, "", "before " + session, session));
    }

    /** Empty if the newest snapshot has it all. */
    public Optional<Recorded> end(Workspace workspace, String session) {
        return recorder.recordIfChanged(workspace, atEnd(store, session));
    }

    /** For what is there when {@code session} ends. While others are at work, nobody can tell whose it is. */
    public static Note atEnd(SnapshotStore store, String session) {
        boolean isAlone =
                store.sessions().open(2).stream().allMatch(open -> open.id().equals(session));
        return isAlone
                ? Note.of(Trigger.RUN_END, "", "after " + session, session)
                : Note.unknownChanges("when " + session + " ended");
    }
}

package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject;
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

    /**
     * The first time also if nothing has changed: so it is known that the run is at work here, and what was there before.
     * Later on empty if the newest snapshot has it all.
     */
    public Optional<Recorded> start(Workspace workspace, String session) {
        Note note = Note.of(Trigger.RUN_START, "", "before " + session, session);
        boolean isKnownHere = store.sessions().snapshots(session).stream()
                .anyMatch(snapshot -> snapshot.subjectId().equals(workspace.id()));
        return isKnownHere
                ? recorder.recordIfChanged(workspace, note)
                : Optional.of(recorder.record(workspace, note, false));
    }

    /** Empty if the newest snapshot has it all. */
    public Optional<Recorded> end(Workspace workspace, String session) {
        return recorder.recordIfChanged(workspace, atEnd(store, workspace, session));
    }

    /** For what is there when {@code session} ends. While others are at work on it, nobody can tell whose it is. */
    public static Note atEnd(SnapshotStore store, Subject subject, String session) {
        boolean isAlone = store.sessions().openIn(subject.id(), 2).stream()
                .allMatch(open -> open.id().equals(session));
        return isAlone
                ? Note.of(Trigger.RUN_END, "", "after " + session, session)
                : Note.unknownChanges("when " + session + " ended");
    }
}

package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;

/** Takes a workspace together with others, as {@link OperationRecorder} takes it alone. */
public final class WorkspaceTaking implements Taking {
    private final SnapshotStore store;
    private final Capturing capture;
    private final Clock clock;
    private final Workspace workspace;
    private final Note note;
    private final boolean always;
    private Captured captured;

    /** @param always whether a snapshot is taken even if nothing has changed */
    public WorkspaceTaking(
            SnapshotStore store, Capturing capture, Clock clock, Workspace workspace, Note note, boolean always) {
        this.store = store;
        this.capture = capture;
        this.clock = clock;
        this.workspace = workspace;
        this.note = note;
        this.always = always;
    }

    @Override
    public Workspace subject() {
        return workspace;
    }

    @Override
    public void begin() {
        ChainLink.requireSound(store.catalog(), workspace.id());
    }

    @Override
    public void readAhead() {
        capture.capture(workspace);
    }

    @Override
    public void capture() {
        captured = capture.capture(workspace);
    }

    @Override
    public Draft draft() {
        Optional<Snapshot> same = store.catalog()
                .head(workspace.id())
                .filter(head -> !head.isRemoved() && head.root().equals(captured.root()));
        return same.isPresent() && !always ? Draft.Unchanged.of(same.get()) : new Draft.Taken(Publication.of(next()));
    }

    private Snapshot next() {
        return new OperationRecorder(store, capture, clock)
                .draft(workspace, note, false, captured)
                .snapshot();
    }
}

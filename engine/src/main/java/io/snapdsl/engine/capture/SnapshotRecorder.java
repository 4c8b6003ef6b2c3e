package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.GitPosition;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Makes captured content the next snapshot of its subject's chain. */
public final class SnapshotRecorder {
    private final SnapshotStore store;
    private final ContentReader content;
    private final Clock clock;

    public SnapshotRecorder(SnapshotStore store, Clock clock) {
        this.store = store;
        this.content = new ContentReader(store.content());
        this.clock = clock;
    }

    /**
     * Appends to the chain. The caller holds the subject's lock, so that the head can't move, and the lock for using
     * content since before the capture, so that nothing of it can be swept away unpublished.
     */
    public Snapshot publish(Workspace workspace, Captured captured, Note note) {
        return publish(Publication.of(draft(workspace, captured, note)));
    }

    /** As the result of an operation that has a name of its own in the audit log. */
    public Snapshot publish(Workspace workspace, Captured captured, Note note, String operation) {
        return publish(Publication.of(draft(workspace, captured, note), operation));
    }

    public Snapshot publish(Publication publication) {
        store.catalog().publish(publication.snapshot(), publication.operation());
        return publication.snapshot();
    }

    /** As {@link #draft(Subject, Captured, Note, Optional)}, with where the workspace's git repository stands. */
    public Snapshot draft(Workspace workspace, Captured captured, Note note) {
        return draft(workspace, captured, note, GitPosition.around(workspace.directory()));
    }

    /** What would be appended: its id is known before it is. */
    public Snapshot draft(Subject subject, Captured captured, Note note, Optional<GitPosition> git) {
        Optional<Snapshot> head = store.catalog().head(subject.id());
        return Snapshot.of(new Snapshot.Facts(
                subject.id(),
                subject.name(),
                head.map(Snapshot::sequence).orElse(0L) + 1,
                head.map(Snapshot::id),
                clock.instant(),
                note,
                captured.root(),
                captured.coverageHash(),
                changes(head, captured),
                git,
                List.of()));
    }

    /** Against the snapshot before; when there is none or its content was removed or damaged, everything is new. */
    private ChangeCounts changes(Optional<Snapshot> head, Captured captured) {
        Coverage.Totals totals = captured.coverage().captured();
        ChangeCounts allNew = new ChangeCounts(totals.files() + totals.links(), 0, 0);
        try {
            return head.filter(snapshot -> !snapshot.isRemoved())
                    .map(snapshot -> StateComparison.since(Optional.of(snapshot.root()), captured, content)
                            .count())
                    .orElse(allNew);
        } catch (DamagedContentException e) {
            return allNew; // 'verify' reports it; that one snapshot is damaged must not prevent the next.
        }
    }
}

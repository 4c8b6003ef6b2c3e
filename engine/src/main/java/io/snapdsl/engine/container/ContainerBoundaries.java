package io.snapdsl.engine.container;

import io.snapdsl.engine.container.ContainerRecorder.Recorded;
import io.snapdsl.engine.continuity.RunBoundaries;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.List;
import java.util.Optional;

/** Keeps what containers are when an agent's run starts, before it changes them, and what they are when it ends. */
public final class ContainerBoundaries {
    private final SnapshotStore store;
    private final ContainerRecorder recorder;

    public ContainerBoundaries(SnapshotStore store, ContainerRecorder recorder) {
        this.store = store;
        this.recorder = recorder;
    }

    /** Also if nothing has changed: so the end of the run knows that this one is its business. */
    public Snapshot start(String container, String session) {
        Note note = Note.of(Trigger.RUN_START, "", "before " + session, session);
        return recorder.record(container, CaptureOptions.DEFAULT, note).snapshot();
    }

    /** Those that were kept when it started. */
    public static List<Container> of(SnapshotStore store, String session) {
        return store.sessions().snapshots(session).stream()
                .filter(snapshot -> snapshot.note().trigger() == Trigger.RUN_START)
                .flatMap(snapshot -> store.subjects().find(snapshot.subjectId()).stream())
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .distinct()
                .toList();
    }

    /** Empty if the newest snapshot has it all. */
    public Optional<Snapshot> end(Container container, String session) {
        return recorder.recordIfChanged(
                        container, CaptureOptions.DEFAULT, RunBoundaries.atEnd(store, container, session))
                .map(Recorded::snapshot);
    }
}

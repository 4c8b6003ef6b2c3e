package io.snapdsl.engine.container;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.container.ContainerCapture.Cut;
import io.snapdsl.engine.container.ContainerRecorder.Recorded;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Takes a container: held still, read, and let go before the snapshot is made of what was read. */
public final class ContainerTaking implements Taking {
    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;
    private final Container subject;
    private final CaptureOptions options;
    private final Note note;
    private final boolean always;

    private Consumer<Runnable> around = Runnable::run;
    private ContainerCapture capture;
    private Supplier<Cut> reading;
    private Cut cut;

    ContainerTaking(
            SnapshotStore store,
            ContainerRuntime runtime,
            Clock clock,
            Progress progress,
            Container subject,
            CaptureOptions options,
            Note note,
            boolean always) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
        this.subject = subject;
        this.options = options;
        this.note = note;
        this.always = always;
    }

    /** @param around runs what it is given, and knows that the container may be stopped and started over it */
    public void holdWithin(Consumer<Runnable> around) {
        this.around = around;
    }

    @Override
    public Container subject() {
        return subject;
    }

    @Override
    public void begin() {
        new ContainerRecovery(store, runtime, clock, progress).recover(subject);
        ChainLink.requireSound(store.catalog(), subject.id());
        begin(new Containers(store, runtime).require(subject.containerId()));
    }

    /** @param container as it counts as having been found, though it may have been stopped since */
    void begin(Inspected container) {
        capture = new ContainerCapture(store, runtime, progress, subject, container, options);
    }

    @Override
    public boolean holds() {
        return true;
    }

    @Override
    public void holding(Runnable work) {
        around.accept(() -> capture.holding(cutting -> {
            reading = cutting;
            work.run();
        }));
    }

    @Override
    public void capture() {
        cut = reading.get();
    }

    @Override
    public Draft draft() {
        return drafted()
                .<Draft>map(recorded -> new Draft.Taken(Publication.of(recorded.snapshot())))
                .orElseGet(() -> Draft.Unchanged.of(head().orElseThrow()));
    }

    /** What {@link #capture} has read. */
    Cut cut() {
        return cut;
    }

    /** Empty if all is as in the newest snapshot, and it is not to be taken always. */
    Optional<Recorded> drafted() {
        ContainerCapture.Result result = capture.finish(cut, store.catalog().head(subject.id()));
        boolean isSame = head().map(Snapshot::root)
                .filter(result.captured().root()::equals)
                .isPresent();
        if (isSame && !always) {
            return Optional.empty();
        }
        Snapshot snapshot =
                ContainerRecorder.draft(store, runtime, clock, subject, result.captured(), result.manifest(), note);
        return Optional.of(
                new Recorded(snapshot, result.manifest(), result.captured().coverage()));
    }

    private Optional<Snapshot> head() {
        return store.catalog().head(subject.id()).filter(snapshot -> !snapshot.isRemoved());
    }

    /** Its image goes again: a disk that was too small for the one should not have to hold the other. */
    @Override
    public void giveUp(RuntimeException failure) {
        if (capture == null) {
            return;
        }
        try {
            new ContainerRecovery(store, runtime, clock, progress).sweep(subject);
        } catch (RuntimeException further) {
            failure.addSuppressed(further);
        }
    }
}

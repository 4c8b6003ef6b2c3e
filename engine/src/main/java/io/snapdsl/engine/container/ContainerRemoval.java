package io.snapdsl.engine.container;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.container.ContainerRuntime.Guard;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Release;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Takes away a container that a restore has made where there was none, so that there is none again. What it is by then is kept
 * first, as a snapshot from which it can be made anew; its volumes stay. One that no restore has made is left alone.
 */
public final class ContainerRemoval {
    /**
     * What became of it.
     *
     * @param kept what it was; empty if it is left alone, or was gone already
     */
    public record Removed(String name, Optional<Snapshot> kept, List<String> notes) {}

    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;

    public ContainerRemoval(SnapshotStore store, ContainerRuntime runtime, Clock clock, Progress progress) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
    }

    /** What {@link #remove} would do, in words. */
    public ContainerPreview preview(Container subject) {
        String note = removable(subject)
                .map(container -> "it is kept as a snapshot and removed; its volumes stay")
                .orElseGet(() -> untouched(subject));
        return new ContainerPreview(subject.containerName(), List.of(), List.of(note));
    }

    /** @param goal what the snapshot is for */
    public Removed remove(Container subject, String goal) {
        new ContainerRecovery(store, runtime, clock, progress)
                .recoverUnfinished(one -> one.id().equals(subject.id()));
        Optional<Inspected> found = removable(subject);
        if (found.isEmpty()) {
            return new Removed(subject.containerName(), Optional.empty(), List.of(untouched(subject)));
        }
        return store.locks()
                .subject(subject.id(), "removing it")
                .during(() -> store.locks()
                        .usingContent()
                        .during(() -> new Removed(
                                found.get().name(),
                                Optional.of(remove(subject, found.get(), goal)),
                                List.of("its volumes stay"))));
    }

    private Snapshot remove(Container subject, Inspected container, String goal) {
        Hold.refuseToStopWhatGoesThen(container);
        Container known = new Containers(store, runtime).recognised(subject, container);
        // Should we die before it is removed, it is started again.
        Optional<Guard> guard = container.status().isAlive()
                ? Optional.of(runtime.guard(container.id(), Release.START))
                : Optional.empty();
        try {
            runtime.resume(container.id());
            runtime.stop(container.id());
            CaptureOptions options = CaptureOptions.DEFAULT.with(Consistency.NONE);
            Snapshot kept = new ContainerRecorder(store, runtime, clock, progress)
                    .record(known, container, options, Note.unknownChanges(goal))
                    .snapshot();
            runtime.removeKeepingVolumes(container.id());
            return kept;
        } catch (RuntimeException e) {
            startAgain(container, e);
            throw e;
        } finally {
            guard.ifPresent(Guard::close);
        }
    }

    private void startAgain(Inspected container, RuntimeException failure) {
        try {
            if (container.status().isAlive() && runtime.inspect(container.id()).isPresent()) {
                runtime.start(container.id());
            }
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private Optional<Inspected> present(Container subject) {
        return new Containers(store, runtime).present(subject);
    }

    private Optional<Inspected> removable(Container subject) {
        return present(subject)
                .filter(container ->
                        container.details().path("Config").path("Labels").has(Labels.RESTORE));
    }

    private String untouched(Container subject) {
        return present(subject).isPresent()
                ? "it stays: no restore has made it, so whoever did may want it"
                : "it is not there, as it was then";
    }
}

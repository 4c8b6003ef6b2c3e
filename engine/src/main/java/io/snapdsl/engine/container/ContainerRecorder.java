package io.snapdsl.engine.container;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.SnapshotRecorder;
import io.snapdsl.engine.container.ContainerCapture.Cut;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Takes snapshots of containers. */
public final class ContainerRecorder {
    public record Recorded(Snapshot snapshot, ContainerManifest manifest, Coverage coverage) {}

    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;
    private final Containers containers;

    public ContainerRecorder(SnapshotStore store, ContainerRuntime runtime, Clock clock, Progress progress) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
        this.containers = new Containers(store, runtime);
    }

    /** @param container its name or id */
    public Recorded record(String container, CaptureOptions options, Note note) {
        return locked(taking(container, options, note, true)).orElseThrow();
    }

    /** Nothing if all is as in the newest snapshot. */
    public Optional<Recorded> recordIfChanged(Container subject, CaptureOptions options, Note note) {
        return locked(taking(subject, options, note, false)
                .orElseGet(() -> taking(subject.containerName(), options, note, false)));
    }

    /**
     * For whoever takes it together with others.
     *
     * @param container its name or id
     * @param always whether a snapshot is taken even if nothing has changed
     */
    public ContainerTaking taking(String container, CaptureOptions options, Note note, boolean always) {
        new ContainerRecovery(store, runtime, clock, progress)
                .recoverUnfinished(known -> known.name().equals(container)
                        || known.containerName().equals(container)
                        || known.containerId().startsWith(container));
        Container subject = containers.register(containers.require(container));
        return new ContainerTaking(store, runtime, clock, progress, subject, options, note, always);
    }

    /**
     * As {@link #taking(String, CaptureOptions, Note, boolean)}, whatever the container is called by now; empty if it is
     * gone.
     */
    public Optional<ContainerTaking> taking(Container subject, CaptureOptions options, Note note, boolean always) {
        new ContainerRecovery(store, runtime, clock, progress)
                .recoverUnfinished(known -> known.id().equals(subject.id()));
        Container whole = (Container) store.subjects().find(subject.id()).orElseThrow();
        return containers.present(whole).map(now -> taking(now.id(), options, note, always));
    }

    private Optional<Recorded> locked(ContainerTaking taking) {
        return store.locks()
                .subject(taking.subject().id(), "taking a snapshot")
                .during(() -> store.locks().usingContent().during(() -> {
                    taking.begin();
                    return record(taking, cut -> true);
                }));
    }

    /**
     * The caller holds the locks, and has put right what another may have left behind.
     *
     * @param container as it counts as having been found, though it may have been stopped since
     */
    Recorded record(Container subject, Inspected container, CaptureOptions options, Note note) {
        return recordIf(cut -> true, subject, container, options, note).orElseThrow();
    }

    /** As {@link #record}; nothing if what was read is not {@code worth} a snapshot. */
    Optional<Recorded> recordIf(
            Predicate<Cut> worth, Container subject, Inspected container, CaptureOptions options, Note note) {
        ContainerTaking taking = new ContainerTaking(store, runtime, clock, progress, subject, options, note, true);
        taking.begin(container);
        Optional<Recorded> recorded = record(taking, worth);
        if (recorded.isEmpty()) {
            new ContainerRecovery(store, runtime, clock, progress).sweep(subject);
        }
        return recorded;
    }

    private Optional<Recorded> record(ContainerTaking taking, Predicate<Cut> worth) {
        try {
            taking.holding(taking::capture);
            Optional<Recorded> drafted = worth.test(taking.cut()) ? taking.drafted() : Optional.empty();
            drafted.ifPresent(recorded -> publish(recorded.snapshot()));
            return drafted;
        } catch (RuntimeException e) {
            taking.giveUp(e);
            throw e;
        }
    }

    private Snapshot publish(Snapshot drafted) {
        return new SnapshotRecorder(store, clock).publish(Publication.of(drafted));
    }

    /**
     * What is known to be there, without capturing it.
     *
     * @param base the snapshot it was made from, whose coverage holds for it too
     */
    Snapshot publish(Container subject, Snapshot base, Hash root, Note note) {
        ContentReader reader = new ContentReader(store.content());
        ContainerManifest manifest =
                new ContainerContent(store.content()).manifest(base).of(subject.containerId(), subject.engine());
        try (ContentWriter writer = new ContentWriter(store.content())) {
            Hash edited = new ContainerTree(writer).edited(new TreeReader(reader), root, manifest, Map.of());
            writer.finish();
            Hash coverage = base.facts().coverage();
            Captured captured = new Captured(edited, Coverage.decode(reader.chunk(coverage)), coverage);
            return publish(draft(store, runtime, clock, subject, captured, manifest, note));
        }
    }

    /** Ready to be published: its image bears its name. */
    static Snapshot draft(
            SnapshotStore store,
            ContainerRuntime runtime,
            Clock clock,
            Container subject,
            Captured captured,
            ContainerManifest manifest,
            Note note) {
        Snapshot snapshot = new SnapshotRecorder(store, clock).draft(subject, captured, note, Optional.empty());
        // Before it is published: an image without a snapshot is swept away, a snapshot without its image is a lie.
        new ContainerImages(runtime, Labels.owner(store.id(), subject.id())).label(snapshot, manifest);
        Failpoint.reach("container.labelled");
        return snapshot;
    }
}

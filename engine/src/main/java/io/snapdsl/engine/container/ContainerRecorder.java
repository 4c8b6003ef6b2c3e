package io.snapdsl.engine.container;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.SnapshotRecorder;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

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
        return locked(
                        container,
                        note,
                        subject -> Optional.of(
                                capture(subject, options, note, false).orElseThrow()))
                .orElseThrow();
    }

    /** Nothing if all is as in the newest snapshot. */
    public Optional<Recorded> recordIfChanged(String container, CaptureOptions options, Note note) {
        return locked(container, note, subject -> capture(subject, options, note, true));
    }

    private interface Work {
        Optional<Recorded> in(Container subject);
    }

    private Optional<Recorded> locked(String container, Note note, Work work) {
        new ContainerRecovery(store, runtime, clock, progress)
                .recoverUnfinished(known -> known.name().equals(container)
                        || known.containerName().equals(container)
                        || known.containerId().startsWith(container));
        Container subject = containers.register(containers.require(container));
        return store.locks()
                .subject(subject.id(), "taking a snapshot")
                .during(() -> store.locks().usingContent().during(() -> {
                    new ContainerRecovery(store, runtime, clock, progress).recover(subject);
                    ChainLink.requireSound(store.catalog(), subject.id());
                    return work.in(subject);
                }));
    }

    /**
     * The caller holds the locks, and has put right what another may have left behind. If it fails, its image goes again: a
     * disk that was too small for the one should not have to hold the other.
     */
    Optional<Recorded> capture(Container subject, CaptureOptions options, Note note, boolean onlyIfChanged) {
        return capture(subject, containers.require(subject.containerId()), options, note, onlyIfChanged);
    }

    /** @param container as it counts as having been found, though it may have been stopped since */
    Optional<Recorded> capture(
            Container subject, Inspected container, CaptureOptions options, Note note, boolean onlyIfChanged) {
        try {
            return captured(subject, container, options, note, onlyIfChanged);
        } catch (RuntimeException e) {
            try {
                new ContainerRecovery(store, runtime, clock, progress).sweep(subject);
            } catch (RuntimeException further) {
                e.addSuppressed(further);
            }
            throw e;
        }
    }

    private Optional<Recorded> captured(
            Container subject, Inspected container, CaptureOptions options, Note note, boolean onlyIfChanged) {
        Optional<Snapshot> head = store.catalog().head(subject.id());
        ContainerCapture.Result result =
                new ContainerCapture(store, runtime, progress).capture(subject, container, options, head);
        boolean isSame = head.filter(snapshot -> !snapshot.isRemoved()
                        && snapshot.root().equals(result.captured().root()))
                .isPresent();
        if (isSame && onlyIfChanged) {
            return Optional.empty();
        }
        Snapshot snapshot = publish(subject, result.captured(), result.manifest(), note);
        return Optional.of(
                new Recorded(snapshot, result.manifest(), result.captured().coverage()));
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
            return publish(subject, captured, manifest, note);
        }
    }

    private Snapshot publish(Container subject, Captured captured, ContainerManifest manifest, Note note) {
        SnapshotRecorder recorder = new SnapshotRecorder(store, clock);
        Snapshot snapshot = recorder.draft(subject, captured, note, Optional.empty());
        // Before it is published: an image without a snapshot is swept away, a snapshot without its image is a lie.
        new ContainerImages(runtime, Labels.owner(store.id(), subject.id())).label(snapshot, manifest);
        Failpoint.reach("container.labelled");
        recorder.publish(
                snapshot,
                note.trigger() == Trigger.MANUAL ? "snap" : note.trigger().word());
        return snapshot;
    }
}

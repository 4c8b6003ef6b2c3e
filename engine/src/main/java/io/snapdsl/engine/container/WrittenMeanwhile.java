package io.snapdsl.engine.container;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.container.ContainerCapture.Cut;
import io.snapdsl.engine.container.ContainerRecorder.Recorded;
import io.snapdsl.engine.container.ContainerRuntime.Guard;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Release;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps what a roll-back would take away from people who knew nothing of it: a replacement that was tried out, and that
 * they used; the old container, which they started again, though its volumes were half written. Each becomes a snapshot,
 * before anything of it is touched.
 */
final class WrittenMeanwhile {
    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;
    private final Container subject;
    private final Snapshot source;
    private final Snapshot safety;
    private final ContainerContent content;

    /**
     * @param source what was being restored
     * @param safety what was there before
     */
    WrittenMeanwhile(
            SnapshotStore store,
            ContainerRuntime runtime,
            Clock clock,
            Progress progress,
            Container subject,
            Snapshot source,
            Snapshot safety) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
        this.subject = subject;
        this.source = source;
        this.safety = safety;
        this.content = new ContainerContent(store.content());
    }

    /** Empty if it never ran, or wrote nothing. */
    Optional<Snapshot> inNew(Inspected made) {
        return made.hasRun() ? keep(made, this::differs) : Optional.empty();
    }

    /** Of the old one itself nothing goes, but its volumes are brought back to what they were. */
    Optional<Snapshot> inOld(Inspected old) {
        return keep(old, cut -> true);
    }

    private Optional<Snapshot> keep(Inspected container, Predicate<Cut> worth) {
        Set<String> restored =
                content.manifest(safety).captured().stream().map(Mount::title).collect(Collectors.toSet());
        Set<String> titles = Mounts.of(container, runtime).stream()
                .filter(mount -> mount.kind() == Mount.Kind.VOLUME || restored.contains(mount.title()))
                .map(Mount::title)
                .collect(Collectors.toSet());
        CaptureOptions options = new CaptureOptions(Optional.of(titles), Consistency.NONE, true, false);
        Note note = Note.unknownChanges(
                "written before the restore of " + source.id().shortHex() + " was taken back");
        return still(
                        container,
                        () -> new ContainerRecorder(store, runtime, clock, progress)
                                .recordIf(worth, subject, container, options, note))
                .map(Recorded::snapshot);
    }

    /** It goes on only if it could not be kept. One that would be gone if it were stopped is paused. */
    private <T> T still(Inspected container, Supplier<T> work) {
        if (!container.status().isAlive()) {
            return work.get();
        }
        Release release = container.goesWhenItEnds() ? Release.RESUME : Release.START;
        Optional<Guard> guard =
                release == Release.RESUME ? Optional.of(runtime.guard(container.id(), release)) : Optional.empty();
        try {
            runtime.resume(container.id());
            if (release == Release.RESUME) {
                runtime.pause(container.id());
            } else {
                runtime.stop(container.id());
            }
            return work.get();
        } catch (RuntimeException e) {
            try {
                Hold.letGo(runtime, container.id(), release);
            } catch (RuntimeException further) {
                e.addSuppressed(further);
            }
            throw e;
        } finally {
            guard.ifPresent(Guard::close);
        }
    }

    /** From what the new one was started with. */
    private boolean differs(Cut cut) {
        return !cut.changes().isEmpty()
                || cut.volumes().entrySet().stream()
                        .anyMatch(volume -> !given(volume.getKey())
                                .filter(tree -> tree.tree()
                                        .equals(volume.getValue().root().tree()))
                                .isPresent());
    }

    /** A volume that the snapshot leaves out is as it was. */
    private Optional<DirectoryEntry> given(Mount mount) {
        return Stream.of(source, safety)
                .flatMap(snapshot -> content.manifest(snapshot).captured().stream()
                        .filter(captured -> captured.destination().equals(mount.destination()))
                        .map(captured -> content.volume(snapshot.root(), captured)))
                .findFirst();
    }

    static String say(Snapshot kept) {
        String id = kept.id().shortHex();
        return "What was written meanwhile is kept as snapshot " + id + ": 'snapdsl container restore " + id
                + "' makes a new container of it.";
    }
}

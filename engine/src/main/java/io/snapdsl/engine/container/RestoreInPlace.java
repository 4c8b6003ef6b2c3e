package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Guard;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.container.ContainerRuntime.Release;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.container.Replacing.Phase;
import io.snapdsl.engine.container.Replacing.Saved;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.SnapshotStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Puts a snapshot in the place of a container, or its volumes in the place of the container's.
 *
 * <p>The old container is stopped and saved, then only set aside: renamed, with its own files untouched. Its volumes
 * can't be set aside, since an engine can't rename them; but the snapshot that was just taken holds them. Only when the
 * new container has proved itself does the old one go. Until then whatever goes wrong, our own death included, leads back
 * to the old one, with its volumes as they were.
 */
final class RestoreInPlace {
    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;
    private final RestoreReason reason;
    private final ContainerMaking making;
    private final Containers containers;
    private final ContainerContent content;
    private final FreshVolumes fresh;

    RestoreInPlace(
            SnapshotStore store, ContainerRuntime runtime, Clock clock, Progress progress, RestoreReason reason) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
        this.reason = reason;
        this.making = new ContainerMaking(runtime, store.content());
        this.containers = new Containers(store, runtime);
        this.content = new ContainerContent(store.content());
        this.fresh = new FreshVolumes(store, runtime, progress);
    }

    /** The container is made anew from {@code source}. */
    void replace(Container subject, Snapshot source, Proof proof) {
        ContainerManifest manifest = content.manifest(source);
        making.requireImage(source, manifest);
        making.requireNetworks(manifest.settings());
        Set<String> titles = manifest.captured().stream().map(Mount::title).collect(Collectors.toSet());
        String label = source.id().shortHex() + "-" + Long.toHexString(new SecureRandom().nextLong());
        Map<Mount, String> missing = missing(manifest, containers.require(subject.containerId()));
        Set<String> added = Set.copyOf(missing.values());
        change(subject, source, Optional.of(label), added, titles, safety -> source.root(), change -> {
            runtime.rename(change.old(), change.parkedName());
            Failpoint.reach("container.parked");
            volumes(subject).bring(find(safety(change)), source.root());
            fresh.fill(subject, source, manifest.image(), missing);
            String made = making.create(
                    change.name(),
                    manifest.image(),
                    settings(manifest, change, missing),
                    created -> volumes(subject).emptyAgain(created, source, find(safety(change))));
            if (manifest.status().isAlive()) {
                runtime.start(made);
                Failpoint.reach("container.started");
                proof.require(runtime, made, manifest.settings().hasHealthCheck());
            }
            if (manifest.status() == Status.PAUSED) {
                runtime.pause(made);
            }
        });
    }

    /**
     * Only what the volumes hold changes.
     *
     * @param titles the volumes
     * @param target from the tree of what is there, the tree of what is to be there
     */
    void volumes(Container subject, Snapshot source, Set<String> titles, Function<Hash, Hash> target) {
        change(
                subject,
                source,
                Optional.empty(),
                Set.of(),
                titles,
                safety -> target.apply(safety.root()),
                change -> volumes(subject)
                        .bring(
                                find(safety(change)),
                                change.saved().orElseThrow().target()));
    }

    private interface Work {
        void in(Replacing change);
    }

    private void change(
            Container subject,
            Snapshot source,
            Optional<String> label,
            Set<String> added,
            Set<String> titles,
            Function<Snapshot, Hash> target,
            Work work) {
        Inspected old = containers.require(subject.containerId());
        Hold.refuseToStopWhatGoesThen(old);
        new SharedVolumes(runtime).refuse(old, titles);
        Replacing change = new Replacing(
                Phase.SAVING,
                old.id(),
                old.name(),
                old.status(),
                source.id(),
                reason,
                label,
                List.copyOf(added),
                Optional.empty());
        change.note(store.containerWork(), subject.id());
        try {
            Snapshot safety = save(subject, old, source, titles);
            String started = containers.require(old.id()).started();
            change = change.changing(new Saved(safety.id(), target.apply(safety), started));
            change.note(store.containerWork(), subject.id());
            Failpoint.reach("container.saved");
            work.in(change);
            change = change.proven();
            change.note(store.containerWork(), subject.id());
        } catch (RuntimeException e) {
            throw rolledBackAfter(e, subject, change);
        }
        Failpoint.reach("container.proven");
        finish(subject, change);
    }

    /** Stops the container and keeps what it is. Should we die over it, it is started again. */
    private Snapshot save(Container subject, Inspected old, Snapshot source, Set<String> titles) {
        Optional<Guard> guard =
                old.status().isAlive() ? Optional.of(runtime.guard(old.id(), Release.START)) : Optional.empty();
        try {
            runtime.resume(old.id());
            runtime.stop(old.id());
            Failpoint.reach("container.stopped");
            CaptureOptions options = new CaptureOptions(Optional.of(all(old, titles)), Consistency.NONE, true, false);
            Note note =
                    Note.unknownChanges("before the restore of " + source.id().shortHex());
            return new ContainerRecorder(store, runtime, clock, progress)
                    .record(subject, old, options, note)
                    .snapshot();
        } finally {
            guard.ifPresent(Guard::close);
        }
    }

    /** All its volumes; of the host's directories only those that will be written. */
    private Set<String> all(Inspected container, Set<String> titles) {
        return Mounts.of(container, runtime).stream()
                .filter(mount -> mount.kind() == Mount.Kind.VOLUME || titles.contains(mount.title()))
                .map(Mount::title)
                .collect(Collectors.toSet());
    }

    /** The volumes that the snapshot has and the old container doesn't, with the names they get. */
    private Map<Mount, String> missing(ContainerManifest manifest, Inspected old) {
        Set<String> present = volumes(old).keySet();
        Map<Mount, String> missing = new LinkedHashMap<>();
        FreshVolumes.eachOnce(manifest.captured()).stream()
                .filter(mount -> mount.kind() == Mount.Kind.VOLUME && !present.contains(mount.title()))
                .forEach(mount -> missing.put(mount, fresh.name(mount)));
        return missing;
    }

    /** By their titles. */
    private Map<String, String> volumes(Inspected container) {
        Map<String, String> volumes = new LinkedHashMap<>();
        Mounts.of(container, runtime).stream()
                .filter(mount -> mount.kind() == Mount.Kind.VOLUME)
                .forEach(mount -> volumes.put(mount.title(), mount.source()));
        return volumes;
    }

    /** The volumes that the old container has now, in the places where the new one wants them. */
    private ContainerSettings settings(ContainerManifest manifest, Replacing change, Map<Mount, String> missing) {
        Map<String, String> present = volumes(containers.require(change.old()));
        missing.forEach((mount, volume) -> present.put(mount.title(), volume));
        Map<String, String> sources = new LinkedHashMap<>();
        manifest.mounts().stream()
                .filter(mount -> present.containsKey(mount.title()))
                .forEach(mount -> sources.put(mount.destination(), present.get(mount.title())));
        return manifest.settings()
                .withVolumes(sources, manifest.mounts())
                .labelled(Map.of(
                        Labels.RESTORE,
                        change.restore().orElseThrow(),
                        Labels.RESTORED_FROM,
                        change.source().hex()));
    }

    /** What to throw: if there is no way back either, whoever reads it must know. */
    private RuntimeException rolledBackAfter(RuntimeException failure, Container subject, Replacing change) {
        try {
            List<Snapshot> kept = rollBack(subject, change);
            store.containerWork().clear(subject.id());
            return kept.isEmpty() || !(failure instanceof SnapdslException known) ? failure : saying(kept, known);
        } catch (RuntimeException e) {
            ErrorCode code =
                    failure instanceof SnapdslException known ? known.code() : ErrorCode.CONTAINER_ENGINE_FAILED;
            SnapdslException both = new SnapdslException(
                    code,
                    failure.getMessage() + " And " + change.name() + " can't be put back as it was yet: "
                            + e.getMessage(),
                    "Nothing of it is lost. Put right what stands in the way; then 'snapdsl container snap "
                            + change.name() + "' puts it back first.",
                    failure);
            both.addSuppressed(e);
            return both;
        }
    }

    private static SnapdslException saying(List<Snapshot> kept, SnapdslException failure) {
        String where = kept.stream().map(WrittenMeanwhile::say).collect(Collectors.joining(" "));
        return new SnapdslException(failure.code(), failure.getMessage(), failure.hint() + " " + where, failure);
    }

    /** Where someone has removed the old one by now, there is no way back to it. */
    void recover(Container subject, Replacing change) {
        boolean isThere = runtime.status(change.old()).isPresent();
        if (change.phase() == Phase.PROVEN || !isThere && made(change).isPresent()) {
            finish(subject, change);
        } else if (isThere) {
            rollBack(subject, change)
                    .forEach(kept -> progress.note("The restore of " + change.name()
                            + " that was not finished is taken back. " + WrittenMeanwhile.say(kept)));
        }
    }

    /** Answers what was written meanwhile, and would be gone. */
    private List<Snapshot> rollBack(Container subject, Replacing change) {
        List<Snapshot> kept = new ArrayList<>();
        change.saved().ifPresent(saved -> {
            Inspected old = containers.require(change.old());
            WrittenMeanwhile meanwhile = new WrittenMeanwhile(
                    store, runtime, clock, progress, subject, find(change.source()), find(saved.safety()));
            made(change).map(containers::require).flatMap(meanwhile::inNew).ifPresent(kept::add);
            if (!old.started().equals(saved.started())) {
                meanwhile.inOld(old).ifPresent(kept::add);
                // Should the rest fail, this is not to be kept again each time.
                change.changing(new Saved(saved.safety(), saved.target(), old.started()))
                        .note(store.containerWork(), subject.id());
            }
        });
        made(change).ifPresent(runtime::removeKeepingVolumes);
        change.added().forEach(runtime::removeVolume);
        change.saved().ifPresent(saved -> {
            // An engine that was restarted may have started it again by itself.
            runtime.stop(change.old());
            volumes(subject).bringBack(find(saved.safety()));
            if (!containers.require(change.old()).name().equals(change.name())) {
                runtime.rename(change.old(), change.name());
            }
        });
        revive(change.old(), change.was());
        return kept;
    }

    private void revive(String container, Status was) {
        if (was.isAlive()) {
            runtime.start(container);
        }
        if (was == Status.PAUSED) {
            runtime.pause(container);
        }
    }

    private Optional<String> made(Replacing change) {
        return change.restore()
                .flatMap(label -> runtime.containers().stream()
                        .filter(container -> label.equals(container.labels().get(Labels.RESTORE)))
                        .map(Listed::id)
                        .findFirst());
    }

    /** History says what happened, and then the old one goes. */
    private void finish(Container subject, Replacing change) {
        Optional<String> made = made(change);
        Container now = made.map(id -> containers.recognised(subject, containers.require(id)))
                .orElse(subject);
        Snapshot source = find(change.source());
        if (!isPublished(subject, change)) {
            Saved saved = change.saved().orElseThrow();
            Snapshot base = made.isPresent() ? source : find(saved.safety());
            String goal = change.reason()
                    .goal()
                    .orElse((made.isPresent() ? "restored from " : "volumes restored from ")
                            + source.id().shortHex());
            Note note = Note.of(Trigger.RESTORE, "", goal, change.reason().session())
                    .from(source.id());
            new ContainerRecorder(store, runtime, clock, progress).publish(now, base, saved.target(), note);
        }
        Failpoint.reach("container.published");
        if (made.isPresent()) {
            runtime.removeKeepingVolumes(change.old());
        } else {
            revive(change.old(), change.was());
        }
        store.containerWork().clear(subject.id());
    }

    /** By someone who died right after: it is the first one after what was saved. */
    private boolean isPublished(Container subject, Replacing change) {
        return store.catalog()
                .head(subject.id())
                .filter(head -> head.facts().previous().equals(Optional.of(safety(change)))
                        && head.note().trigger() == Trigger.RESTORE)
                .isPresent();
    }

    private VolumesInPlace volumes(Container subject) {
        return new VolumesInPlace(store, runtime, progress, subject);
    }

    private static SnapshotId safety(Replacing change) {
        return change.saved().orElseThrow().safety();
    }

    private Snapshot find(SnapshotId id) {
        return store.catalog().find(id).orElseThrow();
    }
}

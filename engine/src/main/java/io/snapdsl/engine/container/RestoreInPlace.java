package io.snapdsl.engine.container;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.container.ContainerRuntime.Guard;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Release;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.container.Replacing.Phase;
import io.snapdsl.engine.container.Replacing.Saved;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import java.security.SecureRandom;
import java.time.Clock;
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
    private final Settling settling;

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
        this.settling = new Settling(store, runtime, clock, progress);
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
            throw settling.rolledBackAfter(e, subject, change);
        }
        Failpoint.reach("container.proven");
        settling.finish(subject, change);
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

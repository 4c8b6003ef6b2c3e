package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.store.ContainerWork;
import io.snapdsl.engine.store.SnapshotStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Makes a new container from a snapshot, with volumes of its own, and leaves the original as it is. */
final class RestoreBeside {
    static final String STEP = "restore-beside";
    private static final String COMPOSE = "com.docker.compose.";

    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Progress progress;
    private final ContainerMaking making;
    private final FreshVolumes fresh;

    RestoreBeside(SnapshotStore store, ContainerRuntime runtime, Progress progress) {
        this.store = store;
        this.runtime = runtime;
        this.progress = progress;
        this.making = new ContainerMaking(runtime, store.content());
        this.fresh = new FreshVolumes(store, runtime, progress);
    }

    /**
     * What will be made.
     *
     * @param volumes the volume that each captured mount becomes
     * @param notes what will differ from the original, and why
     */
    record Plan(String name, ContainerSettings settings, Map<Mount, String> volumes, List<String> notes) {}

    Plan plan(ContainerManifest manifest, Optional<String> wantedName) {
        List<String> notes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        runtime.containers().forEach(container -> names.add(container.name()));
        String name = wantedName.orElseGet(() -> FreshVolumes.free(manifest.name() + "-restored", names::contains));
        if (wantedName.isPresent() && names.contains(name)) {
            throw new SnapdslException(
                    ErrorCode.IN_USE,
                    "There is a container " + name + " already.",
                    "Choose another name, or leave out --name; --replace puts the snapshot in its place.");
        }
        ContainerSettings settings = manifest.settings();
        if (names.contains(manifest.name()) && settings.hasAddresses()) {
            settings = settings.withoutAddresses();
            notes.add("no fixed addresses and no aliases in networks: " + manifest.name() + " has them");
        }
        if (names.contains(manifest.name()) && !settings.withoutLabels(COMPOSE).equals(settings)) {
            settings = settings.withoutLabels(COMPOSE);
            notes.add("no labels of Docker Compose: it would take this one for " + manifest.name());
        }
        Map<Mount, String> volumes = new LinkedHashMap<>();
        for (Mount mount : FreshVolumes.eachOnce(manifest.captured())) {
            String volume = fresh.name(mount);
            volumes.put(mount, volume);
            if (!mount.isAnonymous() && !volume.equals(mount.source())) {
                notes.add(
                        mount.kind() == Mount.Kind.BIND
                                ? mount.source() + " of the host becomes the volume " + volume
                                : "the volume " + mount.source() + " exists: restored into " + volume);
            }
        }
        manifest.mounts().stream()
                .filter(mount -> mount.tree().isEmpty() && !mount.source().isEmpty())
                .forEach(mount -> shared(mount)
                        .ifPresent(what ->
                                notes.add(mount.destination() + " is " + what + ", which the original may use too")));
        settings = settings.withVolumes(byDestination(manifest, volumes), manifest.mounts())
                .copyingNothingInto(leftOut(manifest));
        return new Plan(name, settings, volumes, notes);
    }

    private static Optional<String> shared(Mount mount) {
        return switch (mount.kind()) {
            case BIND -> Optional.of("the host's own " + mount.source());
            case VOLUME -> Optional.of("the volume " + mount.source() + " itself");
            case TMPFS, OTHER -> Optional.empty();
        };
    }

    /** Volumes that may be another's: an engine must not fill them, should they be empty. */
    private static Set<String> leftOut(ContainerManifest manifest) {
        return manifest.mounts().stream()
                .filter(mount ->
                        mount.kind() == Mount.Kind.VOLUME && mount.tree().isEmpty())
                .map(Mount::destination)
                .collect(Collectors.toSet());
    }

    /** Also for further places where the same volume is mounted. */
    private static Map<String, String> byDestination(ContainerManifest manifest, Map<Mount, String> volumes) {
        Map<String, String> byTitle = new LinkedHashMap<>();
        volumes.forEach((mount, volume) -> byTitle.put(mount.title(), volume));
        Map<String, String> sources = new LinkedHashMap<>();
        manifest.mounts().stream()
                .filter(mount -> byTitle.containsKey(mount.title()))
                .forEach(mount -> sources.put(mount.destination(), byTitle.get(mount.title())));
        return sources;
    }

    /** The new container's id. */
    ContainerRestore.Made restore(Container subject, Snapshot snapshot, ContainerManifest manifest, Plan plan) {
        making.requireImage(snapshot, manifest);
        making.requireNetworks(plan.settings);
        String restore = snapshot.id().shortHex() + "-" + Long.toHexString(new SecureRandom().nextLong());
        ObjectNode details = Json.object().put("restore", restore);
        details.set("volumes", Json.array(plan.volumes.values()));
        ContainerWork.Entry entry = new ContainerWork.Entry(subject.id(), STEP, Json.compact(details));
        store.containerWork().put(entry);
        try {
            fresh.fill(subject, snapshot, manifest.image(), plan.volumes);
            ContainerSettings settings = plan.settings.labelled(Map.of(
                    Labels.RESTORE, restore, Labels.RESTORED_FROM, snapshot.id().hex()));
            VolumesInPlace volumes = new VolumesInPlace(store, runtime, progress, subject);
            Consumer<String> onCreated = made -> volumes.emptyAgain(made, snapshot);
            List<String> notes = new ArrayList<>(plan.notes);
            String container;
            if (manifest.status().isAlive()) {
                var started = making.createAndStart(plan.name, manifest.image(), settings, onCreated);
                container = started.container();
                started.portsTaken()
                        .forEach(port -> notes.add("the host's port " + port + " is taken: the engine chose another"));
                if (manifest.status() == Status.PAUSED) {
                    runtime.pause(container);
                }
            } else {
                container = making.create(plan.name, manifest.image(), settings, onCreated);
            }
            store.containerWork().clear(subject.id());
            return new ContainerRestore.Made(container, notes);
        } catch (RuntimeException e) {
            undo(runtime, entry, e);
            store.containerWork().clear(subject.id());
            throw e;
        }
    }

    private static void undo(ContainerRuntime runtime, ContainerWork.Entry entry, RuntimeException failure) {
        try {
            recover(runtime, entry);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** What was begun is taken back: the original never knew of it. */
    static void recover(ContainerRuntime runtime, ContainerWork.Entry entry) {
        JsonNode details = Json.parse(entry.details().getBytes(StandardCharsets.UTF_8));
        String restore = details.path("restore").asText();
        runtime.containers().stream()
                .filter(container -> restore.equals(container.labels().get(Labels.RESTORE)))
                .map(Listed::id)
                .forEach(runtime::removeKeepingVolumes);
        details.path("volumes").forEach(volume -> runtime.removeVolume(volume.asText()));
    }
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.store.SnapshotStore;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** New volumes that hold what a snapshot has of others. */
final class FreshVolumes {
    private static final int VOLUME_ID_BYTES = 32;

    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Progress progress;

    FreshVolumes(SnapshotStore store, ContainerRuntime runtime, Progress progress) {
        this.store = store;
        this.runtime = runtime;
        this.progress = progress;
    }

    /** One that is mounted in several places is one all the same. */
    static List<Mount> eachOnce(Collection<Mount> mounts) {
        Map<String, Mount> byTitle = new LinkedHashMap<>();
        mounts.forEach(mount -> byTitle.putIfAbsent(mount.title(), mount));
        return List.copyOf(byTitle.values());
    }

    /** A name that no volume has: its own, if that is free. */
    String name(Mount mount) {
        if (mount.isAnonymous()) {
            byte[] id = new byte[VOLUME_ID_BYTES];
            new SecureRandom().nextBytes(id);
            return HexFormat.of().formatHex(id);
        }
        String name = mount.kind() == Mount.Kind.VOLUME
                ? mount.source()
                : mount.destination().replaceFirst("^/+", "").replaceAll("[^A-Za-z0-9_.-]+", "-");
        Predicate<String> isTaken = volume -> runtime.volume(volume).isPresent();
        return isTaken.test(name) ? free(name + "-restored", isTaken) : name;
    }

    static String free(String name, Predicate<String> isTaken) {
        return IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> number == 1 ? name : name + "-" + number)
                .filter(isTaken.negate())
                .findFirst()
                .orElseThrow();
    }

    /** @param volumes the name of the volume that each mount becomes */
    void fill(Container subject, Snapshot snapshot, String image, Map<Mount, String> volumes) {
        Map<Mount, Mount> fresh = new LinkedHashMap<>();
        volumes.forEach((mount, volume) -> {
            runtime.createVolume(volume, mount.volume().orElseGet(Json::object));
            fresh.put(mount, mount.in(volume));
        });
        if (fresh.isEmpty()) {
            return;
        }
        ContainerContent content = new ContainerContent(store.content());
        String owner = Labels.owner(store.id(), subject.id());
        try (VolumeAccess access =
                new VolumeAccess(runtime, store.content(), progress, image, owner, List.copyOf(fresh.values()))) {
            VolumeFilling filling = new VolumeFilling(access, store.content());
            fresh.forEach((mount, volume) -> filling.fill(volume, content.volume(snapshot.root(), mount)));
        }
    }
}

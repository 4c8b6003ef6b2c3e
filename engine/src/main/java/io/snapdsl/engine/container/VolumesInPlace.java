package io.snapdsl.engine.container;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The volumes of a container that exists and doesn't run. */
final class VolumesInPlace {
    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Progress progress;
    private final Container subject;
    private final ContainerContent content;

    VolumesInPlace(SnapshotStore store, ContainerRuntime runtime, Progress progress, Container subject) {
        this.store = store;
        this.runtime = runtime;
        this.progress = progress;
        this.subject = subject;
        this.content = new ContainerContent(store.content());
    }

    /**
     * Makes them hold what {@code target} says; those it knows nothing of stay as they are.
     *
     * @param safety what they hold now
     */
    void bring(Snapshot safety, Hash target) {
        each(safety, (filling, access, mount) -> {
            Optional<DirectoryEntry> wanted = content.directory(target, ContainerTree.place(mount));
            wanted.ifPresent(tree -> filling.bring(mount, content.volume(safety.root(), mount), tree));
        });
    }

    /** Makes them hold what {@code safety} says; nobody knows what they hold now. */
    void bringBack(Snapshot safety) {
        each(
                safety,
                (filling, access, mount) ->
                        filling.bring(mount, access.read(mount).root(), content.volume(safety.root(), mount)));
    }

    private interface Work {
        void on(VolumeFilling filling, VolumeAccess access, Mount mount);
    }

    private void each(Snapshot safety, Work work) {
        ContainerManifest manifest = content.manifest(safety);
        List<Mount> mounts = present(manifest);
        if (mounts.isEmpty()) {
            return;
        }
        String owner = Labels.owner(store.id(), subject.id());
        try (VolumeAccess access =
                new VolumeAccess(runtime, store.content(), progress, manifest.image(), owner, mounts)) {
            VolumeFilling filling = new VolumeFilling(access, store.content());
            mounts.forEach(mount -> work.on(filling, access, mount));
        }
    }

    /** The mounts that were captured, each once, with the names that volumes without a name have now. */
    private List<Mount> present(ContainerManifest manifest) {
        Map<String, Mount> now = new LinkedHashMap<>();
        runtime.inspect(manifest.containerId())
                .map(container -> Mounts.of(container, runtime))
                .orElse(List.of())
                .forEach(mount -> now.put(mount.destination(), mount));
        Map<String, Mount> present = new LinkedHashMap<>();
        manifest.captured()
                .forEach(mount -> Optional.ofNullable(now.get(mount.destination()))
                        .ifPresent(found -> present.putIfAbsent(
                                mount.title(), found.captured(mount.tree().orElseThrow()))));
        return List.copyOf(present.values());
    }
}

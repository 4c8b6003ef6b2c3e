package io.snapdsl.engine.container;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
        each(present(content.manifest(safety)), safety, (filling, access, mount) -> {
            Optional<DirectoryEntry> wanted = content.directory(target, ContainerTree.place(mount));
            wanted.ifPresent(tree -> filling.bring(mount, content.volume(safety.root(), mount), tree));
        });
    }

    /** Makes them hold what {@code safety} says; nobody knows what they hold now. */
    void bringBack(Snapshot safety) {
        each(
                present(content.manifest(safety)),
                safety,
                (filling, access, mount) ->
                        filling.bring(mount, access.read(mount).root(), content.volume(safety.root(), mount)));
    }

    /**
     * Puts right what the engine did when it created {@code container}: it fills every volume in which nothing is with
     * what the image has in that place, and gives it that place's mode, owner and time. It could be told not to, but only
     * by a setting that the original doesn't have.
     *
     * @param source what it was made from, and what its volumes are to hold
     */
    void emptyAgain(String container, Snapshot source) {
        emptyAgain(container, source, mount -> true);
    }

    /** @param safety what those of its volumes hold that {@code source} knows nothing of, and which stay as they were */
    void emptyAgain(String container, Snapshot source, Snapshot safety) {
        emptyAgain(container, source);
        Set<String> known =
                content.manifest(source).captured().stream().map(Mount::title).collect(Collectors.toSet());
        // In the same place, there may be another volume now.
        emptyAgain(
                container,
                safety,
                mount ->
                        mount.tree().equals(Optional.of(ContainerTree.place(mount))) && !known.contains(mount.title()));
    }

    private void emptyAgain(String container, Snapshot snapshot, Predicate<Mount> which) {
        List<Mount> empty = present(container, content.manifest(snapshot)).stream()
                .filter(mount -> mount.kind() == Mount.Kind.VOLUME && which.test(mount))
                .filter(mount -> content.volume(snapshot.root(), mount).tree().equals(Tree.EMPTY.hash()))
                .toList();
        each(
                empty,
                snapshot,
                (filling, access, mount) ->
                        filling.bring(mount, access.read(mount).root(), content.volume(snapshot.root(), mount)));
    }

    private interface Work {
        void on(VolumeFilling filling, VolumeAccess access, Mount mount);
    }

    /** @param snapshot whose image is there, for reaching them */
    private void each(List<Mount> mounts, Snapshot snapshot, Work work) {
        if (mounts.isEmpty()) {
            return;
        }
        String owner = Labels.owner(store.id(), subject.id());
        String image = content.manifest(snapshot).image();
        try (VolumeAccess access = new VolumeAccess(runtime, store.content(), progress, image, owner, mounts)) {
            VolumeFilling filling = new VolumeFilling(access, store.content());
            mounts.forEach(mount -> work.on(filling, access, mount));
        }
    }

    private List<Mount> present(ContainerManifest manifest) {
        return present(manifest.containerId(), manifest);
    }

    /** The mounts that were captured, each once, with the names that volumes have in {@code container} now. */
    private List<Mount> present(String container, ContainerManifest manifest) {
        Map<String, Mount> now = new LinkedHashMap<>();
        runtime.inspect(container)
                .map(found -> Mounts.of(found, runtime))
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

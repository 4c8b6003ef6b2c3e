package io.snapdsl.engine.retention;

import io.snapdsl.engine.container.ContainerContent;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What engines keep of containers, outside of the store: the images with their files. Their sizes are those that the engine
 * told when the snapshots were taken, so that no engine is needed to ask; each image counts once.
 */
final class EngineImages {
    private final SnapshotStore store;
    private final ContainerContent content;
    private final Set<SubjectId> containers;
    private final Set<String> counted = new HashSet<>();

    EngineImages(SnapshotStore store) {
        this.store = store;
        this.content = new ContainerContent(store.content());
        this.containers = store.subjects().all().stream()
                .filter(Container.class::isInstance)
                .map(Subject::id)
                .collect(Collectors.toSet());
    }

    /** What the images of all snapshots of {@code subjects} take that were not counted before. */
    long bytes(Set<Subject> subjects) {
        long[] bytes = {0};
        subjects.stream()
                .filter(subject -> containers.contains(subject.id()))
                .forEach(subject -> store.catalog().forEach(subject.id(), snapshot -> bytes[0] += bytes(snapshot)));
        return bytes[0];
    }

    /** What the image of {@code snapshot} takes, unless it was counted before. */
    long bytes(Snapshot snapshot) {
        if (snapshot.isRemoved() || !containers.contains(snapshot.subjectId())) {
            return 0;
        }
        try {
            ContainerManifest manifest = content.manifest(snapshot);
            return counted.add(manifest.image()) ? manifest.imageBytes() : 0;
        } catch (DamagedContentException e) {
            return 0; // 'verify' reports it; a damaged snapshot must not keep others, or itself, from being removed.
        }
    }
}

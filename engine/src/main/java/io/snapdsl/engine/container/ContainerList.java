package io.snapdsl.engine.container;

import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The engine's containers, and those that only snapshots are left of. */
public final class ContainerList {
    /** @param status {@code gone} if the engine doesn't have it any more */
    public record Line(
            String name,
            String status,
            String image,
            Optional<Container> subject,
            long snapshots,
            Optional<Snapshot> newest) {}

    private final SnapshotStore store;
    private final ContainerRuntime runtime;

    public ContainerList(SnapshotStore store, ContainerRuntime runtime) {
        this.store = store;
        this.runtime = runtime;
    }

    /** By name. */
    public List<Line> all() {
        Containers containers = new Containers(store, runtime);
        List<Line> lines = new ArrayList<>();
        List<Container> left = new ArrayList<>(store.subjects().all().stream()
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .toList());
        for (Listed listed : containers.existing().toList()) {
            Optional<Container> subject = containers.find(listed.id(), listed.name());
            subject.ifPresent(left::remove);
            lines.add(line(listed.name(), listed.status().name().toLowerCase(Locale.ROOT), listed.image(), subject));
        }
        left.forEach(subject -> lines.add(line(subject.containerName(), "gone", "", Optional.of(subject))));
        lines.sort(Comparator.comparing(Line::name));
        return lines;
    }

    private Line line(String name, String status, String image, Optional<Container> subject) {
        return new Line(
                name,
                status,
                image,
                subject,
                subject.map(one -> store.catalog().timeline(one.id()).count()).orElse(0L),
                subject.flatMap(one -> store.catalog().head(one.id())));
    }
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The snapshots of containers that are taken where an agent's run starts or ends. As with files, a failure is only told. */
public final class BoundaryContainers {
    private final List<Snapshot> taken = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private BoundaryContainers() {}

    /** @param boundaries reaches the engine, and is asked only if there is a container */
    public static BoundaryContainers start(
            List<String> names, String session, Supplier<ContainerBoundaries> boundaries) {
        BoundaryContainers containers = new BoundaryContainers();
        names.forEach(name ->
                containers.take(name, () -> Optional.of(boundaries.get().start(name, session))));
        return containers;
    }

    /** Of those that were taken at its start. */
    public static BoundaryContainers end(
            SnapshotStore store, String session, Supplier<ContainerBoundaries> boundaries) {
        BoundaryContainers containers = new BoundaryContainers();
        for (Container container : ContainerBoundaries.of(store, session)) {
            containers.take(container.containerName(), () -> boundaries.get().end(container, session));
        }
        return containers;
    }

    private void take(String name, Supplier<Optional<Snapshot>> taking) {
        try {
            taking.get().ifPresent(taken::add);
        } catch (RuntimeException e) {
            failures.add("The container " + name + " could not be kept: " + e.getMessage());
        }
    }

    public List<Snapshot> taken() {
        return List.copyOf(taken);
    }

    public List<String> failures() {
        return List.copyOf(failures);
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.container.ContainerBoundaries;
import io.snapdsl.engine.container.ContainerRecorder;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.shape.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The snapshots of containers that are taken where an agent's run starts or ends. As with files, a failure is only told. */
final class BoundaryContainers {
    private final SnapdslCommand snapdsl;
    private final List<Snapshot> taken = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private BoundaryContainers(SnapdslCommand snapdsl) {
        this.snapdsl = snapdsl;
    }

    static BoundaryContainers start(SnapdslCommand snapdsl, List<String> names, String session) {
        BoundaryContainers containers = new BoundaryContainers(snapdsl);
        names.forEach(name ->
                containers.take(name, () -> Optional.of(containers.boundaries().start(name, session))));
        return containers;
    }

    /** Of those that were taken at its start. */
    static BoundaryContainers end(SnapdslCommand snapdsl, String session) {
        BoundaryContainers containers = new BoundaryContainers(snapdsl);
        for (Container container : ContainerBoundaries.of(snapdsl.store(), session)) {
            containers.take(
                    container.containerName(), () -> containers.boundaries().end(container, session));
        }
        return containers;
    }

    private ContainerBoundaries boundaries() {
        return new ContainerBoundaries(
                snapdsl.store(),
                new ContainerRecorder(snapdsl.store(), snapdsl.containers(), snapdsl.clock(), snapdsl.progress()));
    }

    private void take(String name, Supplier<Optional<Snapshot>> taking) {
        try {
            taking.get().ifPresent(taken::add);
        } catch (RuntimeException e) {
            failures.add("The container " + name + " could not be kept: " + e.getMessage());
        }
    }

    int status() {
        return (failures.isEmpty() ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    void add(Map<String, Object> shape) {
        shape.put(
                "containers",
                taken.stream()
                        .map(snapshot -> Shapes.object(
                                "name",
                                snapshot.facts().subject(),
                                "snapshotId",
                                snapshot.id().hex()))
                        .toList());
        shape.put("containerFailures", failures);
    }

    void print(Output out) {
        taken.forEach(snapshot -> out.note(snapshot.id().shortHex() + "  snapshot " + snapshot.sequence()
                + " of container " + Output.plain(snapshot.facts().subject()) + ", "
                + Output.plain(snapshot.note().goal())));
        failures.forEach(failure -> out.note(Output.plain(failure)));
    }
}

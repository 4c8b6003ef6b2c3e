package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.container.Containers;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "list",
        description = "Lists the engine's containers, and those that only snapshots are left of.",
        footer = {"", "Example: snapdsl container list"})
final class ContainerListCommand implements Callable<Integer> {
    @ParentCommand
    private ContainerCommand parent;

    /** @param status {@code gone} if the engine doesn't have it any more */
    private record Line(String name, String status, String image, Optional<Container> subject) {}

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = parent.snapdsl();
        SnapshotStore store = snapdsl.storeOrEmpty();
        List<Line> lines = lines(store, new Containers(store, snapdsl.containers()));
        List<Map<String, Object>> shapes = new ArrayList<>();
        Output out = snapdsl.out();
        for (Line line : lines) {
            long count = line.subject
                    .map(subject -> store.catalog().timeline(subject.id()).count())
                    .orElse(0L);
            Optional<Snapshot> newest =
                    line.subject.flatMap(subject -> store.catalog().head(subject.id()));
            shapes.add(Shapes.object(
                    "name",
                    line.name,
                    "status",
                    line.status,
                    "image",
                    line.image,
                    "subject",
                    line.subject.map(Container::name).orElse(null),
                    "snapshots",
                    count,
                    "newest",
                    newest.map(snapshot -> snapshot.id().hex()).orElse(null)));
            String last = newest.map(snapshot -> ", the newest "
                            + out.age(snapshot.facts().time()) + ": "
                            + snapshot.id().shortHex())
                    .orElse("");
            out.line(String.format(
                    "%-24s  %-10s  %s%s", Output.plain(line.name), line.status, Output.count(count, "snapshot"), last));
        }
        out.json(Shapes.object("containers", shapes));
        if (lines.isEmpty()) {
            out.note("The engine has no containers.");
        }
        return 0;
    }

    private List<Line> lines(SnapshotStore store, Containers containers) {
        List<Line> lines = new ArrayList<>();
        List<Container> left = new ArrayList<>(store.catalog().subjects().stream()
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .toList());
        for (Listed listed : containers.existing().toList()) {
            Optional<Inspected> container = parent.snapdsl().containers().inspect(listed.id());
            Optional<Container> subject = container.flatMap(containers::find);
            subject.ifPresent(left::remove);
            lines.add(
                    new Line(listed.name(), listed.status().name().toLowerCase(Locale.ROOT), listed.image(), subject));
        }
        left.forEach(subject -> lines.add(new Line(subject.containerName(), "gone", "", Optional.of(subject))));
        lines.sort((a, b) -> a.name.compareTo(b.name));
        return lines;
    }
}

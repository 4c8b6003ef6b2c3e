package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.ContainerList;
import io.snapdsl.engine.shape.ContainerShape;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
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

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = parent.snapdsl();
        List<ContainerList.Line> lines = new ContainerList(snapdsl.storeOrEmpty(), snapdsl.containers()).all();
        Output out = snapdsl.out();
        for (ContainerList.Line line : lines) {
            String last = line.newest()
                    .map(snapshot -> ", the newest " + out.age(snapshot.facts().time()) + ": "
                            + snapshot.id().shortHex())
                    .orElse("");
            out.line(String.format(
                    "%-24s  %-10s  %s%s",
                    Output.plain(line.name()), line.status(), Output.count(line.snapshots(), "snapshot"), last));
        }
        out.json(Shapes.object(
                "containers", lines.stream().map(ContainerShape::listed).toList()));
        if (lines.isEmpty()) {
            out.note("The engine has no containers.");
        }
        return 0;
    }
}

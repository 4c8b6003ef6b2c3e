package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.retention.Pinning;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "unpin",
        description = "Takes pins away, so that the snapshots may be removed again.",
        footer = {"", "Example: snapdsl unpin @1"})
public final class UnpinCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "1..*", paramLabel = "ID", description = "The snapshots.")
    private List<String> ids;

    @Override
    public Integer call() {
        List<Snapshot> snapshots =
                ids.stream().map(snapdsl.choice()::snapshot).distinct().toList();
        List<Snapshot> unpinned = new Pinning(snapdsl.store(), snapdsl.clock()).unpin(snapshots);
        for (Snapshot snapshot : snapshots) {
            snapdsl.out()
                    .line(snapshot.id().shortHex() + "  "
                            + (unpinned.contains(snapshot) ? "not pinned any more" : "was not pinned"));
        }
        snapdsl.out()
                .json(Shapes.object(
                        "unpinned", unpinned.stream().map(s -> s.id().hex()).toList()));
        return 0;
    }
}

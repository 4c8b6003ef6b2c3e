package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.retention.Pinning;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "pin",
        description = "Keeps snapshots for good: nothing removes them until 'snapdsl unpin'.",
        footer = {"", "Example: snapdsl pin @1 -m 'the last good build'"})
public final class PinCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "1..*", paramLabel = "ID", description = "The snapshots.")
    private List<String> ids;

    @Option(names = "-m", paramLabel = "WHY", defaultValue = "", description = "Why they are kept.")
    private String reason;

    @Override
    public Integer call() {
        List<Snapshot> snapshots =
                ids.stream().map(snapdsl.choice()::snapshot).distinct().toList();
        new Pinning(snapdsl.store(), snapdsl.clock()).pin(snapshots, reason);
        snapshots.forEach(snapshot -> snapdsl.out()
                .line(snapshot.id().shortHex() + "  pinned" + (reason.isEmpty() ? "" : ": " + Output.plain(reason))));
        snapdsl.out()
                .json(Shapes.object(
                        "pinned", snapshots.stream().map(s -> s.id().hex()).toList(), "reason", reason));
        return 0;
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.interchange.SessionExport;
import io.snapdsl.engine.replay.Replay;
import io.snapdsl.engine.shape.Shapes;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "export",
        description = "Writes a session to a directory: snapshots.jsonl and events.jsonl, from which it can be replayed"
                + " anywhere. Nothing goes out that is not what was recorded.",
        footer = {"", "Example: snapdsl state export run-7 --to run-7"})
public final class StateExportCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(paramLabel = "SESSION", description = "The agent run.")
    private String session;

    @Option(names = "--to", required = true, paramLabel = "DIR", description = "Where to, made if need be.")
    private Path target;

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = state.snapdsl();
        snapdsl.storeToRead();
        snapdsl.sessions().find(session);
        Path directory = snapdsl.directory().resolve(target);
        Replay.Result result = new SessionExport(snapdsl.store()).export(session, directory);
        snapdsl.out()
                .json(Shapes.object(
                        "session",
                        session,
                        "directory",
                        directory,
                        "events",
                        result.events(),
                        "checkpoints",
                        result.checkpoints()));
        snapdsl.out()
                .line(Output.count(result.events(), "event") + " and "
                        + Output.count(result.checkpoints(), "checkpoint") + " written to "
                        + Output.plain(directory));
        return 0;
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.interchange.SessionImport;
import io.snapdsl.engine.shape.Shapes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "import",
        description = {
            "Brings in a session from snapshots.jsonl and events.jsonl, ours or another tool's: all of it or nothing.",
            "Hashes in the files are checked; where there are none, they are computed."
        },
        footer = {
            "",
            "Example: snapdsl state import run-7",
            "         snapdsl state import their-run --session theirs-1 --state kernel"
        })
public final class StateImportCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(paramLabel = "DIR", description = "Where the two files are.")
    private Path source;

    @Option(names = "--session", paramLabel = "S", description = "The session, where the files don't name one.")
    private Optional<String> session;

    @Option(names = "--state", paramLabel = "NAME", description = "The state, where the files don't name one.")
    private Optional<String> name;

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = state.snapdsl();
        SessionImport.Imported imported = new SessionImport(
                        snapdsl.store(),
                        new SessionImport.Names(session, name),
                        snapdsl.clock().instant())
                .bringIn(snapdsl.directory().resolve(source));
        snapdsl.out()
                .json(Shapes.object(
                        "session", imported.session(),
                        "events", imported.events(),
                        "checkpoints", imported.checkpoints()));
        snapdsl.out()
                .line(Output.count(imported.events(), "event") + " and "
                        + Output.count(imported.checkpoints(), "checkpoint") + " brought in"
                        + (imported.session().isEmpty()
                                ? ""
                                : "; 'snapdsl state replay " + Output.plain(imported.session()) + "' proves them"));
        return 0;
    }
}

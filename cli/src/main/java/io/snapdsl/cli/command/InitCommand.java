package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Shapes;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces.Found;
import io.snapdsl.engine.history.Workspaces.Located;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "init",
        description = "Makes a directory a workspace without taking a snapshot. 'snap' does it by itself on first use.",
        footer = {"", "Example: snapdsl init ~/projects/site"})
public final class InitCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = ".", description = "Default: the current directory.")
    private String directory;

    @Option(names = "--force", description = "Allow the home directory or the whole machine.")
    private boolean force;

    @Override
    public Integer call() {
        Located located = snapdsl.workspaces()
                .register(snapdsl.directory().resolve(directory).normalize(), force);
        Workspace workspace = located.workspace();
        String how = switch (located.how()) {
            case REGISTERED -> "is a workspace now";
            case RELINKED -> "has moved here; its history came along";
            case KNOWN -> "was a workspace already";
        };
        snapdsl.out().line("'" + workspace.name() + "' " + how + ": " + workspace.directory());
        snapdsl.out().line("Its history is kept in " + snapdsl.storeDirectory() + ".");
        snapdsl.out()
                .json(Shapes.object(
                        "subject",
                        workspace.name(),
                        "directory",
                        workspace.directory(),
                        "registered",
                        located.how() == Found.REGISTERED,
                        "store",
                        snapdsl.storeDirectory()));
        return 0;
    }
}

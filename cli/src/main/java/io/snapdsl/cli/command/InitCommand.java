package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.cli.output.Shapes;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.history.Workspaces.Found;
import io.snapdsl.engine.history.Workspaces.Located;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "init",
        description = "Makes a directory a workspace without taking a snapshot. 'snap' does it by itself on first use.",
        footer = {"", "Example: snapdsl init ~/projects/site --unknown-changes strict"})
public final class InitCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = ".", description = "Default: the current directory.")
    private String directory;

    @Option(names = "--force", description = "Allow the home directory or the whole machine.")
    private boolean force;

    @Option(
            names = "--unknown-changes",
            paramLabel = "HOW",
            description = {
                "What happens to changes that 'snap --files' did not announce: auto-integrate (a snapshot of their own "
                        + "first), warn (name them), strict (refuse). Default: auto-integrate; an existing workspace "
                        + "keeps what it has."
            })
    private Optional<String> unknownChanges;

    @Override
    public Integer call() {
        Optional<UnknownChanges> chosen = unknownChanges.map(InitCommand::treatment);
        Located located = snapdsl.workspaces().register(snapdsl.directory().resolve(directory), force);
        Workspace workspace = located.workspace();
        UnknownChanges treatment = chosen.orElse(workspace.unknownChanges());
        if (treatment != workspace.unknownChanges()) {
            snapdsl.store().catalog().setUnknownChanges(workspace.id(), treatment, decision(workspace, treatment));
        }
        String how = switch (located.how()) {
            case REGISTERED -> "is a workspace now";
            case RELINKED -> "has moved here; its history came along";
            case KNOWN -> "was a workspace already";
        };
        snapdsl.out().line("'" + workspace.name() + "' " + how + ": " + Output.plain(workspace.directory()));
        snapdsl.out().line("Its history is kept in " + Output.plain(snapdsl.storeDirectory()) + ".");
        if (chosen.isPresent()) {
            snapdsl.out().line("Unknown changes: " + treatment.word() + ".");
        }
        snapdsl.out()
                .json(Shapes.object(
                        "subject",
                        workspace.name(),
                        "directory",
                        workspace.directory(),
                        "registered",
                        located.how() == Found.REGISTERED,
                        "unknownChanges",
                        treatment.word(),
                        "store",
                        snapdsl.storeDirectory()));
        return 0;
    }

    private static UnknownChanges treatment(String word) {
        return UnknownChanges.named(word)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "Unknown changes can't be treated as '" + Output.plain(word) + "'.",
                        "Choose auto-integrate, warn or strict."));
    }

    private Operation decision(Workspace workspace, UnknownChanges treatment) {
        return new Operation(
                snapdsl.clock().instant(),
                "configure",
                Optional.of(workspace.id()),
                Optional.empty(),
                "unknown changes: " + workspace.unknownChanges().word() + " -> " + treatment.word());
    }
}

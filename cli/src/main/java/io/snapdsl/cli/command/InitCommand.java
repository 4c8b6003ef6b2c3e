package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.history.Workspaces.Found;
import io.snapdsl.engine.history.Workspaces.Located;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.SubjectRegistry;
import java.util.Optional;
import java.util.OptionalInt;
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

    @Option(
            names = "--consolidate-above",
            paramLabel = "N",
            description = {
                "When it has more than N snapshots, 'snap' merges old ones that the same tool made in the same session, "
                        + "but never the newest 50 (or N/2, if that is less). 'never': it doesn't, which is the "
                        + "default; an existing workspace keeps what it has."
            })
    private Optional<String> consolidateAbove;

    @Override
    public Integer call() {
        Optional<UnknownChanges> chosenTreatment = unknownChanges.map(InitCommand::treatment);
        Optional<OptionalInt> chosenThreshold = consolidateAbove.map(InitCommand::threshold);
        Located located = snapdsl.workspaces().register(snapdsl.directory().resolve(directory), force);
        Workspace workspace = located.workspace();
        UnknownChanges treatment = chosenTreatment.orElse(workspace.unknownChanges());
        OptionalInt threshold = chosenThreshold.orElse(workspace.consolidateAbove());
        configure(workspace, treatment, threshold);
        print(located, treatment, threshold);
        return 0;
    }

    private void configure(Workspace workspace, UnknownChanges treatment, OptionalInt threshold) {
        SubjectRegistry subjects = snapdsl.store().subjects();
        if (treatment != workspace.unknownChanges()) {
            String change = workspace.unknownChanges().word() + " -> " + treatment.word();
            subjects.setUnknownChanges(workspace.id(), treatment, decision(workspace, "unknown changes: " + change));
        }
        if (!threshold.equals(workspace.consolidateAbove())) {
            String change = describe(workspace.consolidateAbove()) + " -> " + describe(threshold);
            subjects.setConsolidateAbove(
                    workspace.id(), threshold, decision(workspace, "consolidate above: " + change));
        }
    }

    private void print(Located located, UnknownChanges treatment, OptionalInt threshold) {
        Workspace workspace = located.workspace();
        String how = switch (located.how()) {
            case REGISTERED -> "is a workspace now";
            case RELINKED -> "has moved here; its history came along";
            case KNOWN -> "was a workspace already";
        };
        snapdsl.out().line("'" + workspace.name() + "' " + how + ": " + Output.plain(workspace.directory()));
        snapdsl.out().line("Its history is kept in " + Output.plain(snapdsl.storeDirectory()) + ".");
        if (unknownChanges.isPresent()) {
            snapdsl.out().line("Unknown changes: " + treatment.word() + ".");
        }
        if (consolidateAbove.isPresent()) {
            String rule = threshold.isEmpty()
                    ? "Old snapshots are never merged by themselves."
                    : "Above " + threshold.getAsInt() + " snapshots, 'snap' merges old ones.";
            snapdsl.out().line(rule);
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
                        "consolidateAbove",
                        threshold.isPresent() ? threshold.getAsInt() : null,
                        "store",
                        snapdsl.storeDirectory()));
    }

    private static UnknownChanges treatment(String word) {
        return UnknownChanges.named(word)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "Unknown changes can't be treated as '" + Output.plain(word) + "'.",
                        "Choose auto-integrate, warn or strict."));
    }

    private static OptionalInt threshold(String text) {
        if (text.equals("never")) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
            }
        } catch (NumberFormatException e) {
            // As any other text: refused below.
        }
        throw new SnapdslException(
                ErrorCode.USAGE,
                "'" + Output.plain(text) + "' is no number of snapshots.",
                "Give one, for instance 500, or 'never'.");
    }

    private static String describe(OptionalInt threshold) {
        return threshold.isPresent() ? Integer.toString(threshold.getAsInt()) : "never";
    }

    private Operation decision(Workspace workspace, String detail) {
        return new Operation(
                snapdsl.clock().instant(), "configure", Optional.of(workspace.id()), Optional.empty(), detail);
    }
}

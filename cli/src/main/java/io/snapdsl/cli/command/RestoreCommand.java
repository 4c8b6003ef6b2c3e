package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceRestore;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.restore.WorkspaceRestore.Request;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "restore",
        description = {
            "Brings a snapshot's state back: all of it, or some paths.",
            "What is there now is kept as a snapshot first, only files that differ are touched, and 'snapdsl undo' "
                    + "takes it back."
        },
        footer = {
            "",
            "Examples: snapdsl restore @1 --dry-run",
            "          snapdsl restore 3f9a2c src 'docs/*.md'",
            "          snapdsl restore 'yesterday' --to /tmp/as-it-was"
        })
public final class RestoreCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(index = "0", paramLabel = "ID", description = "The snapshot.")
    private String id;

    @Parameters(
            index = "1..*",
            paramLabel = "PATH",
            description = "Files, directories or patterns such as 'src/**'. Default: everything.")
    private List<String> paths = List.of();

    @Option(names = "--to", paramLabel = "DIR", description = "Into this new or empty directory instead.")
    private Optional<String> to;

    @Mixin
    private RestoreOptions options;

    @Override
    public Integer call() {
        Workspace workspace = snapdsl.existingWorkspace(Optional.empty());
        Snapshot target = snapdsl.find(id, workspace);
        Selection.Request selection = snapdsl.selection(workspace, paths);
        WorkspaceRestore restore = new WorkspaceRestore(snapdsl.store(), snapdsl.clock(), snapdsl.progress());
        Report report = to.isPresent()
                ? restore.restoreTo(
                        snapdsl.directory().resolve(to.get()).normalize(), target, selection, options.dryRun)
                : restore.restore(workspace, request(workspace, target, selection));
        return new RestoreAnswer(snapdsl.out(), options.dryRun).print(report, to);
    }

    private Request request(Workspace workspace, Snapshot target, Selection.Request selection) {
        if (!target.subjectId().equals(workspace.id())) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "Snapshot " + target.id().shortHex() + " is of the workspace '"
                            + target.facts().subject() + "', not of '" + workspace.name() + "'.",
                    "Go to that workspace, or restore to another place with --to DIR.");
        }
        String what = selection.paths().stream().map(path -> " " + path).collect(Collectors.joining());
        String goal = "restore " + target.id().shortHex() + what;
        return new Request(
                target, selection, Trigger.RESTORE, goal, SessionDefault.checked(options.session), options.dryRun);
    }
}

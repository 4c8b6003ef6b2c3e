package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.WorkspaceRestore;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "undo",
        description = {
            "Goes one step back, also behind a restore.",
            "Takes back what has changed since the newest snapshot, or if nothing has, that snapshot's own changes. "
                    + "Nothing is lost: 'snapdsl redo' goes forward again."
        },
        footer = {"", "Example: snapdsl undo --dry-run"})
public final class UndoCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Mixin
    private RestoreOptions options;

    @Override
    public Integer call() {
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        snapdsl.startChangingFiles();
        WorkspaceRestore restore = new WorkspaceRestore(snapdsl.store(), snapdsl.clock(), snapdsl.progress());
        return RestoreAnswer.of(snapdsl, options.dryRun, workspace)
                .print(restore.undo(workspace, options.session(), options.dryRun), Optional.empty());
    }
}

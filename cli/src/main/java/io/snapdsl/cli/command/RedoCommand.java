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
        name = "redo",
        description = "Takes the newest undo back, step by step.",
        footer = {"", "Example: snapdsl redo"})
public final class RedoCommand implements Callable<Integer> {
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
                .print(restore.redo(workspace, options.session(), options.dryRun), Optional.empty());
    }
}

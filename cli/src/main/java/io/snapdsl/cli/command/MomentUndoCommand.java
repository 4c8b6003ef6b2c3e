package io.snapdsl.cli.command;

import io.snapdsl.engine.history.Trigger;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "undo",
        description = {
            "Takes back the last restore of a moment, or the last undo: all is as it was before it.",
            "A container that was gone then, and was made anew, is kept as a snapshot and removed; its volumes stay."
        },
        footer = {"", "Example: snapdsl moment undo --dry-run"})
final class MomentUndoCommand implements Callable<Integer> {
    @ParentCommand
    private MomentCommand parent;

    @Mixin
    private RestoreOptions options;

    @Override
    public Integer call() {
        MomentRestoring restoring = new MomentRestoring(parent.snapdsl(), options);
        return restoring.bring(restoring.undone(), Trigger.UNDO);
    }
}

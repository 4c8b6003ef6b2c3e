package io.snapdsl.cli.command;

import io.snapdsl.engine.history.Trigger;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "restore",
        description = {
            "Brings back all that a moment is made of: files, states, then containers, each in its place.",
            "What is there now is kept first, as a moment that 'snapdsl moment undo' brings back. If one part fails, the"
                    + " others go back to what they were."
        },
        footer = {"", "Example: snapdsl moment restore @1 --dry-run"})
final class MomentRestoreCommand implements Callable<Integer> {
    @ParentCommand
    private MomentCommand parent;

    @Parameters(paramLabel = "ID", description = MomentCommand.ID)
    private String id;

    @Mixin
    private RestoreOptions options;

    @Override
    public Integer call() {
        return new MomentRestoring(parent.snapdsl(), options).bring(parent.find(id), Trigger.RESTORE);
    }
}

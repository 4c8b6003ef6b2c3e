package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.state.States;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "state",
        description = {
            "What agents know, and what happened to them: checkpoints of JSON states, and the events of sessions.",
            "Both are chains that nothing is ever taken out of; a replay proves that they are what was recorded."
        },
        synopsisSubcommandLabel = "(checkpoint | list | show | diff | restore | event | replay | export | import)",
        subcommands = {
            StateCheckpointCommand.class,
            StateListCommand.class,
            StateShowCommand.class,
            StateDiffCommand.class,
            StateRestoreCommand.class,
            StateEventCommand.class,
            StateReplayCommand.class,
            StateExportCommand.class,
            StateImportCommand.class
        },
        footer = {"", "Example: echo '{\"step\": 1}' | snapdsl state checkpoint planner --label start"})
public final class StateCommand implements Runnable {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    SnapdslCommand snapdsl() {
        return snapdsl;
    }

    /** Those of a store that is there. */
    States existing() {
        return new States(snapdsl.existingStore(), snapdsl.clock());
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Say which: checkpoint, list, show, diff, restore, event, replay, export or import.");
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "container",
        description = {
            "Docker containers with their volumes: snapshots of them, and the ways back.",
            "The engine is the one that DOCKER_HOST names, else the one at the default socket. Their snapshots are in"
                    + " the same history as those of workspaces: log, show, diff, cat, verify, pin, rm and prune work"
                    + " on them too."
        },
        synopsisSubcommandLabel = "(list | snap | restore | export)",
        subcommands = {
            ContainerListCommand.class,
            ContainerSnapCommand.class,
            ContainerRestoreCommand.class,
            ContainerExportCommand.class
        },
        footer = {"", "Example: snapdsl container snap agent-box -m 'before the upgrade'"})
public final class ContainerCommand implements Runnable {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    SnapdslCommand snapdsl() {
        return snapdsl;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: list, snap, restore or export.");
    }
}

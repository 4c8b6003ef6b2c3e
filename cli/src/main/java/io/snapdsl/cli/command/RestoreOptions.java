package io.snapdsl.cli.command;

import picocli.CommandLine.Option;

/** What restore, undo and redo have in common. */
final class RestoreOptions {
    @Option(names = "--dry-run", description = "Only show what would be done.")
    boolean dryRun;

    @Option(
            names = "--session",
            paramLabel = "S",
            defaultValue = SessionDefault.ENVIRONMENT,
            description = "The agent run it belongs to. Default: $SNAPDSL_SESSION.")
    String session;
}

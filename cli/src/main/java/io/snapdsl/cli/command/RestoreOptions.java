package io.snapdsl.cli.command;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What restore, undo and redo have in common. */
final class RestoreOptions {
    @Option(names = "--dry-run", description = "Only show what would be done.")
    boolean dryRun;

    @Mixin
    private SessionOption session;

    /** The agent run that it belongs to, or empty. */
    String session() {
        return session.name();
    }
}

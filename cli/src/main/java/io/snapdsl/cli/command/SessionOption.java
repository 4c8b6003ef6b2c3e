package io.snapdsl.cli.command;

import picocli.CommandLine.Option;

/** Which agent run belongs to what a command does. */
final class SessionOption {
    @Option(
            names = "--session",
            paramLabel = "S",
            defaultValue = SessionDefault.ENVIRONMENT,
            description = "The agent run it belongs to. Default: $SNAPDSL_SESSION.")
    private String session;

    /** Empty if it belongs to none. */
    String name() {
        return SessionDefault.checked(session);
    }
}

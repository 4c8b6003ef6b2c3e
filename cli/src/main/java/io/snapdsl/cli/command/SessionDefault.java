package io.snapdsl.cli.command;

/** The session of whoever names none: an agent's launcher sets it once for all commands of the run. */
final class SessionDefault {
    static final String ENVIRONMENT = "${env:SNAPDSL_SESSION:-}";

    private SessionDefault() {}
}

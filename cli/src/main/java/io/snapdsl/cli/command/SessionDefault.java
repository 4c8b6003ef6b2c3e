package io.snapdsl.cli.command;

import io.snapdsl.engine.session.AgentSessions;

/** The session of whoever names none: an agent's launcher sets it once for all commands of the run. */
final class SessionDefault {
    static final String ENVIRONMENT = "${env:SNAPDSL_SESSION:-}";

    private SessionDefault() {}

    /** A name that snapshots can have, or none. */
    static String checked(String name) {
        return name.isEmpty() ? name : AgentSessions.usable(name);
    }
}

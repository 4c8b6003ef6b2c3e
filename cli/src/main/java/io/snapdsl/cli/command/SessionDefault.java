package io.snapdsl.cli.command;

import io.snapdsl.engine.session.AgentSessions;
import java.util.Map;
import picocli.CommandLine.IDefaultValueProvider;

/** The session of whoever names none: an agent's launcher sets it once for all commands of the run. */
public final class SessionDefault {
    public static final String VARIABLE = "SNAPDSL_SESSION";

    /** What options and parameters declare as their default that have this one. */
    static final String ENVIRONMENT = "$" + VARIABLE;

    private SessionDefault() {}

    /** From the caller's environment. What picocli itself would look into is the process's, and that may be a server's. */
    public static IDefaultValueProvider in(Map<String, String> environment) {
        return argument -> ENVIRONMENT.equals(argument.defaultValue()) ? environment.getOrDefault(VARIABLE, "") : null;
    }

    /** A name that snapshots can have, or none. */
    static String checked(String name) {
        return name.isEmpty() ? name : AgentSessions.usable(name);
    }
}

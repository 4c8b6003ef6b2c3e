package io.snapdsl.engine.agent;

import java.nio.file.Path;

/**
 * Which run of which agent tells something.
 *
 * @param agent {@code claude}
 * @param id what the agent itself calls the run
 * @param directory where it is at work
 */
public record AgentRun(String agent, String id, Path directory) {
    private static final int SHOWN = 8;
    private static final int REST = 4;

    /** What people call the session: {@code claude-1a2b3c4d}. */
    String sessionName() {
        String plain = plain();
        return agent + "-" + plain.substring(0, Math.min(SHOWN, plain.length()));
    }

    /** For a run whose id begins as another's: some agents' ids begin with the time. */
    String longerSessionName() {
        String plain = plain();
        return sessionName() + "-" + plain.substring(Math.max(0, plain.length() - REST));
    }

    private String plain() {
        String plain = id.replaceAll("[^A-Za-z0-9]", "");
        return plain.isEmpty() ? "unnamed" : plain;
    }
}

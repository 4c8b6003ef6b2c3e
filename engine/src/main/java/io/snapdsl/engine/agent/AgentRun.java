package io.snapdsl.engine.agent;

import java.nio.file.Path;
import java.util.regex.Pattern;

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

    /** A UUID of version 7 begins with the time, the same for all that start within about a minute; its end is random. */
    private static final Pattern BEGINS_WITH_TIME = Pattern.compile("\\p{XDigit}{12}7\\p{XDigit}{19}");

    /**
     * What people call the session: {@code claude-1a2b3c4d}. It follows from the id alone. Hooks without a hub, and hubs after
     * a restart, know of no other run, and must come to the same name.
     */
    String sessionName() {
        String plain = plain();
        int start = beginsWithTime() ? plain.length() - SHOWN : 0;
        return agent + "-" + plain.substring(start, Math.min(start + SHOWN, plain.length()));
    }

    /** For a run that would be called as another is that the same hub knows. */
    String longerSessionName() {
        String plain = plain();
        int end = beginsWithTime() ? plain.length() - SHOWN : plain.length();
        return sessionName() + "-" + plain.substring(Math.max(0, end - REST), end);
    }

    private boolean beginsWithTime() {
        return BEGINS_WITH_TIME.matcher(plain()).matches();
    }

    private String plain() {
        String plain = id.replaceAll("[^A-Za-z0-9]", "");
        return plain.isEmpty() ? "unnamed" : plain;
    }
}

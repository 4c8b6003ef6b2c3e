package io.snapdsl.engine.session;

import java.time.Instant;
import java.util.Optional;

/**
 * One agent run: who acted, from its start to its end.
 *
 * @param id what people call it, unique in its store
 * @param outcome how it ended, in the words of whoever ended it
 */
public record AgentSession(
        String id, String tool, String goal, Instant started, Optional<Instant> ended, String outcome) {
    public static AgentSession starting(String id, String tool, String goal, Instant time) {
        return new AgentSession(id, tool, goal, time, Optional.empty(), "");
    }

    public boolean isOpen() {
        return ended.isEmpty();
    }
}

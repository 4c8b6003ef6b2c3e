package io.snapdsl.engine.agent;

import io.snapdsl.engine.history.Snapshot;
import java.util.List;

/** What came of a step. It never says that the agent may do something. */
public sealed interface AgentReply {
    String session();

    /** @param snapshots those that were taken; none if nothing had changed */
    record Done(String session, List<Snapshot> snapshots) implements AgentReply {}

    /** It takes longer than the agent should wait: it goes on, in order, before anything the agent tells later. */
    record InBackground(String session) implements AgentReply {}

    /** The agent goes on all the same. */
    record Failed(String session, String why) implements AgentReply {}

    /** What is there could not be kept, and the policy says that the tool must not run then. */
    record Blocked(String session, String why) implements AgentReply {}
}

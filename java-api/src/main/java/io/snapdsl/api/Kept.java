package io.snapdsl.api;

import io.snapdsl.engine.agent.AgentReply;
import java.util.List;
import java.util.Optional;

/**
 * What was kept of something an agent did.
 *
 * @param snapshots none if nothing had changed
 * @param problem why nothing could be kept. It is for whoever watches over the agent, which goes on all the same
 */
public record Kept(String session, List<Snapshot> snapshots, Optional<String> problem) {
    static Kept of(AgentReply reply) {
        if (reply instanceof AgentReply.Done done) {
            return new Kept(
                    done.session(), done.snapshots().stream().map(Snapshot::of).toList(), Optional.empty());
        }
        return new Kept(
                reply.session(),
                List.of(),
                Optional.of(
                        reply instanceof AgentReply.Failed failed
                                ? failed.why()
                                : "It takes longer, and still goes on."));
    }
}

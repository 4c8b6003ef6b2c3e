package io.snapdsl.api;

import io.snapdsl.engine.agent.AgentReply;
import java.util.List;
import java.util.Optional;

/**
 * What was kept of something an agent did.
 *
 * @param snapshots none if nothing had changed
 * @param problem why it, or some of it, could not be kept. It is for whoever watches over the agent, which goes on all the same
 * @param blocked unless a policy says {@code onFailure block}: then this is true, and the tool should not be used
 */
public record Kept(String session, List<Snapshot> snapshots, Optional<String> problem, boolean blocked) {
    static Kept of(AgentReply reply) {
        if (reply instanceof AgentReply.Done done) {
            List<Snapshot> snapshots =
                    done.snapshots().stream().map(Snapshot::of).toList();
            return new Kept(done.session(), snapshots, done.shortfall(), false);
        } else if (reply instanceof AgentReply.Failed failed) {
            return new Kept(failed.session(), List.of(), Optional.of(failed.why()), false);
        } else if (reply instanceof AgentReply.Blocked blocked) {
            return new Kept(blocked.session(), List.of(), Optional.of(blocked.why()), true);
        }
        return new Kept(reply.session(), List.of(), Optional.of("It takes longer, and still goes on."), false);
    }
}

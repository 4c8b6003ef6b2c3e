package io.snapdsl.api;

import java.time.Instant;

/**
 * A state of a workspace that can be brought back.
 *
 * @param id what it is called in every command too
 * @param sequence 1, 2, 3… in its workspace
 * @param tool what made the changes, or empty
 * @param goal what they were for, or empty
 * @param session the agent's run they belong to, or empty
 * @param created how many files there are that were not there before
 */
public record Snapshot(
        String id,
        long sequence,
        Instant time,
        String tool,
        String goal,
        String session,
        long created,
        long modified,
        long deleted) {
    static Snapshot of(io.snapdsl.engine.history.Snapshot stored) {
        var facts = stored.facts();
        return new Snapshot(
                stored.id().hex(),
                stored.sequence(),
                facts.time(),
                facts.note().tool(),
                facts.note().goal(),
                facts.note().session(),
                facts.changes().created(),
                facts.changes().modified(),
                facts.changes().deleted());
    }
}

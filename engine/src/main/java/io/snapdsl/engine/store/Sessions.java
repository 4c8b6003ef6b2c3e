package io.snapdsl.engine.store;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.session.AgentSession;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The agent runs that snapshots belong to, each by its name. */
public interface Sessions {
    /**
     * Adds a session, which is at work on the operation's subject if that has one. Answers false, and does nothing, if
     * there is one of that name.
     */
    boolean start(AgentSession session, Operation operation);

    /** From now on this is what it is about: an agent has been given something else to do. */
    void setGoal(String id, String goal, Operation operation);

    /** Ends an open session. Answers false, and does nothing, if there is none of that name. */
    boolean end(String id, Instant time, String outcome, Operation operation);

    Optional<AgentSession> find(String id);

    /** Where it is known to be at work: where it was started, and all that it has snapshots of. */
    Set<SubjectId> places(String id);

    /** The last one started first. */
    List<AgentSession> newest(int limit);

    /** What follows {@code id} in that order; nothing if there is no such session. */
    List<AgentSession> behind(String id, int limit);

    /** The last one started of those that have a snapshot of {@code subject}. */
    Optional<AgentSession> newestIn(SubjectId subject);

    /** Those that have not ended, the last one started first. */
    List<AgentSession> open(int limit);

    /** Those of the open ones that have a snapshot of {@code subject}, the last one started first. */
    List<AgentSession> openIn(SubjectId subject, int limit);

    /** Every snapshot that was recorded for it, of all subjects, in the order of their times. */
    List<Snapshot> snapshots(String id);
}

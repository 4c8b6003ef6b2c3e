package io.snapdsl.engine.agent;

import io.snapdsl.engine.TextLength;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.store.Sessions;
import java.util.Optional;

/** The session of one run: it starts with the first thing the agent tells, whatever that is. */
final class HubSession {
    private final String name;
    private final String agent;
    private final Sessions stored;
    private final AgentSessions sessions;
    private boolean begun;
    private volatile String goal = "";
    /** What the store knows of it. */
    private String told = "";

    private Optional<String> trouble = Optional.empty();

    HubSession(String name, String agent, Sessions stored, AgentSessions sessions) {
        this.name = name;
        this.agent = agent;
        this.stored = stored;
        this.sessions = sessions;
    }

    String name() {
        return name;
    }

    /** What the agent was last told to do. */
    String goal() {
        return goal;
    }

    /**
     * One that was known before, say because the agent resumes it, goes on under its name.
     *
     * @param place where the agent is at work
     */
    synchronized void begin(String newGoal, SubjectId place) {
        if (!newGoal.isEmpty()) {
            goal = TextLength.cut(newGoal);
        }
        if (!begun) {
            Optional<AgentSession> known = stored.find(name);
            if (known.isEmpty()) {
                sessions.in(Optional.of(place)).start(name, agent, goal);
            }
            told = known.map(AgentSession::goal).orElse(goal);
            if (goal.isEmpty()) {
                goal = told;
            }
        }
        if (!goal.equals(told)) {
            // For whoever takes the next hook: another process, where no server runs.
            sessions.in(Optional.of(place)).pursue(name, goal);
            told = goal;
        }
        begun = true;
    }

    synchronized void end(String outcome) {
        if (stored.find(name).filter(AgentSession::isOpen).isPresent()) {
            sessions.end(name, outcome);
        }
    }

    /** Something went wrong when nobody waited for it any more: the next reply says so. */
    synchronized void troubled(String why) {
        trouble = Optional.of(why);
    }

    synchronized Optional<String> takeTrouble() {
        Optional<String> told = trouble;
        trouble = Optional.empty();
        return told;
    }
}

package io.snapdsl.engine.session;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.TextLength;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Sessions;
import io.snapdsl.engine.tree.ByteText;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Starts and ends agent runs, and finds them by name. */
public final class AgentSessions {
    private static final int LISTED = 5;

    private final Sessions sessions;
    private final Clock clock;
    private final RandomGenerator random;
    private final Optional<SubjectId> place;

    public AgentSessions(Sessions sessions, Clock clock, RandomGenerator random) {
        this(sessions, clock, random, Optional.empty());
    }

    private AgentSessions(Sessions sessions, Clock clock, RandomGenerator random, Optional<SubjectId> place) {
        this.sessions = sessions;
        this.clock = clock;
        this.random = random;
        this.place = place;
    }

    /** Those it starts are known to be at work there; where that is empty they may be at work on anything. */
    public AgentSessions in(Optional<SubjectId> subject) {
        return new AgentSessions(sessions, clock, random, subject);
    }

    /** Under the given name. */
    public AgentSession start(String name, String tool, String goal) {
        return attempt(usable(name), tool, goal)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.IN_USE,
                        "There is a session '" + name + "' already.",
                        "Choose another name, or none to be given one; 'snapdsl session list' lists those there are."));
    }

    /** Under a new name of its own. */
    public AgentSession start(String tool, String goal) {
        Optional<AgentSession> started = Optional.empty();
        while (started.isEmpty()) {
            started = attempt(SessionNames.next(random), tool, goal);
        }
        return started.get();
    }

    private Optional<AgentSession> attempt(String name, String tool, String goal) {
        TextLength.name("a tool", tool);
        TextLength.text("a goal", goal);
        AgentSession session = AgentSession.starting(name, tool, goal, clock.instant());
        return sessions.start(session, operation("session-start", place, name, goal))
                ? Optional.of(session)
                : Optional.empty();
    }

    /** Its agent has been given something to do. */
    public void pursue(String name, String goal) {
        sessions.setGoal(name, TextLength.text("a goal", goal), operation("session-goal", place, name, goal));
    }

    public AgentSession end(String name, String outcome) {
        TextLength.text("an outcome", outcome);
        boolean ended =
                sessions.end(name, clock.instant(), outcome, operation("session-end", Optional.empty(), name, outcome));
        AgentSession session = find(name);
        if (!ended) {
            throw new SnapdslException(
                    ErrorCode.SESSION_ENDED,
                    "The session '" + display(name) + "' has ended already, at "
                            + session.ended().orElseThrow() + ".",
                    "'snapdsl session list' lists the sessions.");
        }
        return session;
    }

    public AgentSession find(String name) {
        return sessions.find(name)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SESSION,
                        "There is no session '" + display(name) + "'.",
                        "'snapdsl session list' lists the sessions."));
    }

    /** The one session that is open, when none was named. */
    public AgentSession theOpenOne() {
        List<AgentSession> open = sessions.open(LISTED);
        if (open.size() == 1) {
            return open.get(0);
        }
        String names = open.stream().map(session -> display(session.id())).collect(Collectors.joining(", "));
        throw new SnapdslException(
                ErrorCode.UNKNOWN_SESSION,
                open.isEmpty()
                        ? "No session is open."
                        : "More than one session is open: " + names + (open.size() == LISTED ? ", …" : "") + ".",
                open.isEmpty() ? "'snapdsl session start' starts one." : "Say which one you mean.");
    }

    /**
     * The name itself. What can't be printed as it is would come back from a script as another name.
     *
     * @throws SnapdslException if no session can be called so
     */
    public static String usable(String name) {
        if (name.isBlank() || !name.strip().equals(name) || !display(name).equals(name)) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "'" + display(name) + "' can't be a session's name.",
                    "Use letters, digits and signs, without spaces around them.");
        }
        return TextLength.name("a session's name", name);
    }

    private static String display(String name) {
        return ByteText.display(ByteText.encode(name));
    }

    private Operation operation(String kind, Optional<SubjectId> subject, String name, String detail) {
        return new Operation(
                clock.instant(), kind, subject, Optional.empty(), name + (detail.isEmpty() ? "" : ": " + detail));
    }
}

package io.snapdsl.engine.run;

import io.snapdsl.engine.policy.When.Event;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.store.Sessions;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Notices agents' runs that others start and end in the store. */
final class SessionFollower {
    /** More than start between two looks. */
    private static final int LOOKED_AT = 50;

    private final Sessions sessions;
    private final Set<String> open = new HashSet<>();
    private Instant since;

    /** @param since runs that started before are known already */
    SessionFollower(Sessions sessions, Instant since) {
        this.sessions = sessions;
        this.since = since;
        sessions.open(LOOKED_AT).forEach(session -> open.add(session.id()));
    }

    /** @param event is told of starts and ends since the last look, oldest first, with the session's name */
    void look(BiConsumer<Event, String> event) {
        List<AgentSession> newest = sessions.newest(LOOKED_AT);
        for (int i = newest.size() - 1; i >= 0; i--) {
            AgentSession session = newest.get(i);
            if (session.started().isAfter(since)) {
                since = session.started();
                open.add(session.id());
                event.accept(Event.RUN_START, session.id());
            }
        }
        for (String id : List.copyOf(open)) {
            if (sessions.find(id).filter(AgentSession::isOpen).isEmpty()) {
                open.remove(id);
                event.accept(Event.RUN_END, id);
            }
        }
    }
}

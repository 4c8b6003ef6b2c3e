package io.snapdsl.engine.run;

import io.snapdsl.engine.policy.When.Event;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.store.Sessions;
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
    private Set<String> known;

    /** What has started until now is known already. */
    SessionFollower(Sessions sessions) {
        this.sessions = sessions;
        this.known = names(sessions.newest(LOOKED_AT));
        open.addAll(names(sessions.open(LOOKED_AT)));
    }

    /** @param event is told of starts and ends since the last look, oldest first, with the session's name */
    void look(BiConsumer<Event, String> event) {
        List<AgentSession> newest = sessions.newest(LOOKED_AT);
        for (int i = newest.size() - 1; i >= 0; i--) {
            String id = newest.get(i).id();
            if (!known.contains(id)) {
                open.add(id);
                event.accept(Event.RUN_START, id);
            }
        }
        known = names(newest);
        for (String id : List.copyOf(open)) {
            if (sessions.find(id).filter(AgentSession::isOpen).isEmpty()) {
                open.remove(id);
                event.accept(Event.RUN_END, id);
            }
        }
    }

    private static Set<String> names(List<AgentSession> sessions) {
        Set<String> names = new HashSet<>();
        sessions.forEach(session -> names.add(session.id()));
        return names;
    }
}

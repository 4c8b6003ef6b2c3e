package io.snapdsl.engine.event;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.store.Events;
import java.util.List;

/**
 * What agents say that happened in a session.
 *
 * <pre>{@code
 * log.append(List.of(EventDraft.of("tool_call", CanonicalJson.parse("{\"tool\": \"search\"}"), clock.instant())));
 * }</pre>
 */
public final class SessionLog {
    private final Events events;
    private final String session;

    /** @throws SnapdslException if no session can be called so */
    public SessionLog(Events events, String session) {
        this.events = events;
        this.session = AgentSessions.usable(session);
    }

    /**
     * All or none, on the disk when this returns.
     *
     * @throws SnapdslException also if those before them are broken at their end
     */
    public List<Event> append(List<EventDraft> drafts) {
        drafts.forEach(SessionLog::requireUsable);
        new EventChain(events, session).requireSoundEnd();
        return events.append(session, drafts);
    }

    /** What a replay takes for the store's own word must be that. */
    public static void requireUsable(EventDraft draft) {
        if (draft.isSnapshotCreated()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "An event of type " + EventDraft.SNAPSHOT_CREATED + " is recorded by the store itself.",
                    "Take a checkpoint or a snapshot of the session: the event comes with it.");
        }
        if (draft.type().isBlank()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "An event needs a type.", "Say what kind of thing happened: tool_call, decision…");
        }
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.json.CanonicalJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Appends to the logs of sessions, as a part of one transaction: the write lock that it holds makes sure that nobody takes
 * the same times. Where each log ends is read once and written once, at {@link #finish}.
 */
final class EventRows {
    private static final String INSERT =
            "INSERT INTO event (log, clock, seconds, nanos, type, details, capability, cause,"
                    + " result, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    static final String SELECT =
            "SELECT clock, seconds, nanos, type, details, capability, cause, result, hash FROM event ";

    private final Session session;
    private final boolean broughtIn;
    private final Map<String, Log> logs = new HashMap<>();

    private static final class Log {
        private final long id;
        private ChainEnd end;

        Log(long id, ChainEnd end) {
            this.id = id;
            this.end = end;
        }
    }

    EventRows(Session session) {
        this(session, false);
    }

    /** @param broughtIn whether logs that are begun here come from another store */
    EventRows(Session session, boolean broughtIn) {
        this.session = session;
        this.broughtIn = broughtIn;
    }

    /**
     * The row of a session's log, by which checkpoints name it.
     *
     * @param time when the session starts, if nobody has started it
     */
    long log(String name, Instant time) throws SQLException {
        return of(name, time).id;
    }

    ChainEnd end(String name, Instant time) throws SQLException {
        return of(name, time).end;
    }

    /** Where the log of {@code name} ends by now; if there is none, it is not begun. */
    ChainEnd end(String name) throws SQLException {
        Log log = logs.get(name);
        return log == null ? end(session, name) : log.end;
    }

    Event append(String name, EventDraft draft) throws SQLException {
        Log log = of(name, draft.time());
        Event event = Event.after(log.end, name, draft);
        session.update(
                INSERT,
                log.id,
                event.clock(),
                draft.time().getEpochSecond(),
                draft.time().getNano(),
                draft.type(),
                draft.details().bytes(),
                draft.capability(),
                draft.cause(),
                draft.result(),
                event.hash().bytes());
        log.end = event.end();
        return event;
    }

    void finish() throws SQLException {
        for (Log log : logs.values()) {
            session.update(
                    "UPDATE event_log SET clock = ?, hash = ? WHERE id = ?",
                    log.end.number(),
                    log.end.hash().bytes(),
                    log.id);
        }
    }

    /** Where the log of {@code name} is noted to end. */
    static ChainEnd end(Session session, String name) throws SQLException {
        return session.one("SELECT clock, hash FROM event_log WHERE session = ?", row -> Rows.end(row, "clock"), name)
                .orElse(ChainEnd.NOTHING);
    }

    /** By their places: there may be millions of rows, and finding a column by its name takes longer than reading it. */
    static Event event(ResultSet row, String name) throws SQLException {
        return new Event(
                name,
                row.getLong(1),
                new EventDraft(
                        row.getString(4),
                        CanonicalJson.stored(row.getBytes(5)),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        Rows.time(row.getLong(2), row.getLong(3))),
                Hash.fromBytes(row.getBytes(9)));
    }

    private Log of(String name, Instant time) throws SQLException {
        Log log = logs.get(name);
        if (log == null) {
            log = open(name, time);
            logs.put(name, log);
        }
        return log;
    }

    private Log open(String name, Instant time) throws SQLException {
        List<Log> known = session.all(
                "SELECT * FROM event_log WHERE session = ?",
                row -> new Log(row.getLong("id"), Rows.end(row, "clock")),
                name);
        if (!known.isEmpty()) {
            return known.get(0);
        }
        SqliteSessions.startIfNew(session, name, "", time);
        ChainEnd nothing = ChainEnd.NOTHING;
        long id = session.insert(
                "INSERT INTO event_log (session, clock, hash, brought_in) VALUES (?, ?, ?, ?)",
                name,
                nothing.number(),
                nothing.hash().bytes(),
                broughtIn ? 1 : 0);
        return new Log(id, nothing);
    }
}

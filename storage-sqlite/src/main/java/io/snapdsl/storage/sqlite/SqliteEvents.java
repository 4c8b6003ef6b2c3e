package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.store.Events;
import java.util.ArrayList;
import java.util.List;

/** Events as rows. */
final class SqliteEvents implements Events {
    private final Database database;
    private final Reserve reserve;

    SqliteEvents(Database database, Reserve reserve) {
        this.database = database;
        this.reserve = reserve;
    }

    @Override
    public List<Event> append(String name, List<EventDraft> drafts) {
        return reserve.whenLent(() -> database.write("events", session -> {
            EventRows rows = new EventRows(session);
            List<Event> events = new ArrayList<>(drafts.size());
            for (EventDraft draft : drafts) {
                events.add(rows.append(name, draft));
            }
            rows.finish();
            return events;
        }));
    }

    @Override
    public List<Event> page(String name, long clock, int limit) {
        return database.read(session -> session.all(
                EventRows.SELECT + "WHERE log = (SELECT id FROM event_log WHERE session = ?) AND clock > ?"
                        + " ORDER BY clock LIMIT ?",
                row -> EventRows.event(row, name),
                name,
                clock,
                limit));
    }

    @Override
    public ChainEnd end(String name) {
        return database.read(session -> EventRows.end(session, name));
    }

    @Override
    public boolean isBroughtIn(String name) {
        return database.read(session -> session.one(
                        "SELECT brought_in FROM event_log WHERE session = ?", row -> row.getBoolean(1), name)
                .orElse(false));
    }

    @Override
    public List<String> sessions() {
        return database.read(
                session -> session.all("SELECT session FROM event_log ORDER BY session", row -> row.getString(1)));
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.CheckpointCheck;
import io.snapdsl.engine.state.CheckpointDraft;
import io.snapdsl.engine.state.Packed;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.StateEnd;
import io.snapdsl.engine.state.StatePacking;
import io.snapdsl.engine.state.StoredCheckpoint;
import io.snapdsl.engine.store.Checkpoints;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.storage.sqlite.CheckpointTails.Tail;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Checkpoints as rows, small ones: there may be very many. */
final class SqliteCheckpoints implements Checkpoints {
    private final Database database;
    private final Reserve reserve;
    private final ContentStore content;
    private final CheckpointTails tails = new CheckpointTails();

    SqliteCheckpoints(Database database, Reserve reserve, ContentStore content) {
        this.database = database;
        this.reserve = reserve;
        this.content = content;
    }

    @Override
    public List<Checkpoint> append(List<CheckpointDraft> drafts) {
        return reserve.whenLent(() -> database.write("checkpoint", session -> append(session, drafts)));
    }

    List<Checkpoint> append(Session session, List<CheckpointDraft> drafts) throws SQLException {
        EventRows events = new EventRows(session);
        List<Checkpoint> made = new ArrayList<>(drafts.size());
        for (CheckpointDraft draft : drafts) {
            made.add(append(session, events, draft));
        }
        events.finish();
        return made;
    }

    /** Part of a transaction: with its event, which gets the same logical time. */
    Checkpoint append(Session session, EventRows events, CheckpointDraft draft) throws SQLException {
        Tail tail = tail(session, draft.state());
        if (draft.session().isEmpty()) {
            return insert(session, events, draft, tail, tail.clock() + 1);
        }
        long clock = events.end(draft.session(), draft.time()).number() + 1;
        Checkpoint made = insert(session, events, draft, tail, clock);
        events.append(draft.session(), EventDraft.created(made));
        return made;
    }

    private Checkpoint insert(Session session, EventRows events, CheckpointDraft draft, Tail tail, long clock)
            throws SQLException {
        Checkpoint entry = Checkpoint.after(tail.end(), draft, clock);
        Packed packed = StatePacking.pack(draft, tail.base());
        Long log = draft.session().isEmpty() ? null : events.log(draft.session(), draft.time());
        CheckpointRows.insert(session, new StoredCheckpoint(entry, packed, tail.brokenOff()), log);
        // What fills a gap is not the end of its chain.
        session.update(
                "INSERT INTO state (subject_id, number, hash) VALUES (?, ?, ?)"
                        + " ON CONFLICT (subject_id) DO UPDATE SET number = excluded.number, hash = excluded.hash"
                        + " WHERE excluded.number > number",
                entry.subject().value(),
                entry.number(),
                entry.hash().bytes());
        tails.put(
                entry.subject(),
                new Tail(
                        entry.end(),
                        clock,
                        StatePacking.base(packed, draft.json().bytes()),
                        false));
        return entry;
    }

    @Override
    public void bringIn(Consumer<Incoming> work) {
        try {
            database.write("import", session -> {
                EventRows events = new EventRows(session, true);
                work.accept(new IncomingRows(events));
                events.finish();
                return null;
            });
        } catch (RuntimeException e) {
            // What is remembered of checkpoints that are not there may be brought in anew, and kept in another way.
            tails.clear();
            throw e;
        }
    }

    private final class IncomingRows implements Incoming {
        private final EventRows events;

        IncomingRows(EventRows events) {
            this.events = events;
        }

        @Override
        public Subject.State state(String name) {
            return database.within(session -> SubjectRows.insertState(session, name));
        }

        @Override
        public Checkpoint add(CheckpointDraft draft, ChainEnd after, long clock) {
            return database.within(
                    session -> insert(session, events, draft, tailAt(session, draft.state(), after), clock));
        }

        @Override
        public ChainEnd end(String name) {
            return database.within(session -> events.end(name));
        }

        @Override
        public Event add(String name, EventDraft draft) {
            return database.within(session -> events.append(name, draft));
        }
    }

    /** {@code after}, which may be the end of the chain, the edge of a gap, or not here. */
    private Tail tailAt(Session session, Subject.State state, ChainEnd after) throws SQLException {
        if (end(session, state.id()).equals(after)) {
            return tail(session, state);
        }
        if (after.equals(ChainEnd.NOTHING)) {
            return Tail.START;
        }
        return tails.find(state.id(), after.hash())
                .or(() -> find(state.id(), after.number()).map(this::tail))
                .orElseGet(() -> Tail.brokenOff(after));
    }

    private Tail tail(Session session, Subject.State state) throws SQLException {
        ChainEnd end = end(session, state.id());
        // What is remembered counts only as long as it is there.
        boolean isThere = session.one(
                        "SELECT 1 FROM checkpoint WHERE subject_id = ? AND number = ? AND hash = ?",
                        row -> true,
                        state.id().value(),
                        end.number(),
                        end.hash().bytes())
                .isPresent();
        return tails.find(state.id(), end.hash()).filter(tail -> isThere).orElseGet(() -> readTail(state, end));
    }

    private Tail readTail(Subject.State state, ChainEnd end) {
        StateEnd found = new StateEnd(latest(state.id()), end);
        found.requireSound(state);
        return found.newest().map(this::tail).orElse(Tail.START);
    }

    private Tail tail(StoredCheckpoint newest) {
        Restored restored = new CheckpointCheck(this, new ContentReader(content)).require(newest);
        return new Tail(
                newest.entry().end(),
                newest.entry().clock(),
                StatePacking.base(newest.packed(), restored.state().bytes()),
                false);
    }

    @Override
    public Optional<StoredCheckpoint> latest(SubjectId state) {
        return database.read(session -> session.one(
                CheckpointRows.SELECT + "WHERE subject_id = ? ORDER BY number DESC LIMIT 1",
                CheckpointRows::stored,
                state.value()));
    }

    @Override
    public Optional<StoredCheckpoint> find(SubjectId state, long number) {
        return database.read(session -> session.one(
                CheckpointRows.SELECT + "WHERE subject_id = ? AND number = ?",
                CheckpointRows::stored,
                state.value(),
                number));
    }

    @Override
    public List<StoredCheckpoint> page(SubjectId state, long first, int limit) {
        return database.read(session -> session.all(
                CheckpointRows.SELECT + "WHERE subject_id = ? AND number >= ? ORDER BY number LIMIT ?",
                CheckpointRows::stored,
                state.value(),
                first,
                limit));
    }

    @Override
    public List<Checkpoint> entries(SubjectId state, long before, int limit) {
        return database.read(session -> session.all(
                CheckpointRows.SELECT + "WHERE subject_id = ? AND number < ? ORDER BY number DESC LIMIT ?",
                CheckpointRows::entry,
                state.value(),
                before,
                limit));
    }

    @Override
    public ChainEnd end(SubjectId state) {
        return database.read(session -> end(session, state));
    }

    private static ChainEnd end(Session session, SubjectId state) throws SQLException {
        return session.one(
                        "SELECT number, hash FROM state WHERE subject_id = ?",
                        row -> Rows.end(row, "number"),
                        state.value())
                .orElse(ChainEnd.NOTHING);
    }

    @Override
    public void forEachContent(Consumer<Content> action) {
        database.read(session -> session.all(
                        "SELECT state FROM checkpoint WHERE steps = " + CheckpointRows.STORED,
                        row -> CheckpointRows.content(row.getBytes(1))))
                .forEach(action);
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.store.Sessions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Agent runs as rows. */
final class SqliteSessions implements Sessions {
    private static final String NEWEST_FIRST = " ORDER BY started_seconds DESC, started_nanos DESC, id LIMIT ?";
    private static final String HAS_SNAPSHOT_OF =
            "EXISTS (SELECT 1 FROM snapshot WHERE snapshot.session = session.id AND snapshot.session <> ''"
                    + " AND subject_id = ?)";

    private final Database database;

    SqliteSessions(Database database) {
        this.database = database;
    }

    /** Whatever names a session that nobody has started is that session's start. */
    static void startIfNew(Session session, String name, String tool, Instant time) throws SQLException {
        insert(session, AgentSession.starting(name, tool, "", time));
    }

    @Override
    public boolean start(AgentSession started, Operation operation) {
        return database.write("session", session -> {
            boolean isNew = insert(session, started);
            if (isNew) {
                SqliteAuditLog.insert(session, operation);
                if (operation.subject().isPresent()) {
                    session.update(
                            "INSERT INTO session_place (session, subject_id) VALUES (?, ?)",
                            started.id(),
                            operation.subject().get().value());
                }
            }
            return isNew;
        });
    }

    private static boolean insert(Session session, AgentSession started) throws SQLException {
        return session.update(
                        "INSERT INTO session (id, tool, goal, started_seconds, started_nanos, outcome)"
                                + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        started.id(),
                        started.tool(),
                        started.goal(),
                        started.started().getEpochSecond(),
                        started.started().getNano(),
                        started.outcome())
                == 1;
    }

    @Override
    public void setGoal(String id, String goal, Operation operation) {
        database.write("session", session -> {
            session.update("UPDATE session SET goal = ? WHERE id = ?", goal, id);
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public boolean end(String id, Instant time, String outcome, Operation operation) {
        return database.write("session", session -> {
            int ended = session.update(
                    "UPDATE session SET ended_seconds = ?, ended_nanos = ?, outcome = ?"
                            + " WHERE id = ? AND ended_seconds IS NULL",
                    time.getEpochSecond(),
                    time.getNano(),
                    outcome,
                    id);
            if (ended == 1) {
                SqliteAuditLog.insert(session, operation);
            }
            return ended == 1;
        });
    }

    @Override
    public Optional<AgentSession> find(String id) {
        return database.read(
                session -> session.one("SELECT * FROM session WHERE id = ?", SqliteSessions::agentSession, id));
    }

    @Override
    public Set<SubjectId> places(String id) {
        return Set.copyOf(database.read(session -> session.all(
                "SELECT subject_id FROM session_place WHERE session = ?"
                        + " UNION SELECT subject_id FROM snapshot WHERE session = ? AND session <> ''",
                row -> new SubjectId(row.getLong(1)),
                id,
                id)));
    }

    @Override
    public List<AgentSession> newest(int limit) {
        return database.read(
                session -> session.all("SELECT * FROM session" + NEWEST_FIRST, SqliteSessions::agentSession, limit));
    }

    @Override
    public List<AgentSession> behind(String id, int limit) {
        return database.read(session -> session.all(
                "SELECT session.* FROM session, (SELECT started_seconds AS s, started_nanos AS n, id AS i FROM session"
                        + " WHERE id = ?) WHERE (started_seconds, started_nanos) < (s, n)"
                        + " OR (started_seconds = s AND started_nanos = n AND id > i)" + NEWEST_FIRST,
                SqliteSessions::agentSession,
                id,
                limit));
    }

    @Override
    public Optional<AgentSession> newestIn(SubjectId subject) {
        return database.read(session -> session.one(
                "SELECT * FROM session WHERE " + HAS_SNAPSHOT_OF + NEWEST_FIRST,
                SqliteSessions::agentSession,
                subject.value(),
                1));
    }

    @Override
    public List<AgentSession> open(int limit) {
        return database.read(session -> session.all(
                "SELECT * FROM session WHERE ended_seconds IS NULL" + NEWEST_FIRST,
                SqliteSessions::agentSession,
                limit));
    }

    @Override
    public List<AgentSession> openIn(SubjectId subject, int limit) {
        return database.read(session -> session.all(
                "SELECT * FROM session WHERE ended_seconds IS NULL AND " + HAS_SNAPSHOT_OF + NEWEST_FIRST,
                SqliteSessions::agentSession,
                subject.value(),
                limit));
    }

    @Override
    public List<Snapshot> snapshots(String id) {
        // The part about the empty session says nothing new, but without it SQLite doesn't take the index.
        return database.read(session -> session.all(
                "SELECT * FROM snapshot WHERE session = ? AND session <> '' AND replaces IS NULL"
                        + " ORDER BY seconds, nanos, subject_id, sequence",
                SnapshotRows::snapshot,
                id));
    }

    private static AgentSession agentSession(ResultSet row) throws SQLException {
        return new AgentSession(
                row.getString("id"),
                row.getString("tool"),
                row.getString("goal"),
                Instant.ofEpochSecond(row.getLong("started_seconds"), row.getInt("started_nanos")),
                ended(row),
                row.getString("outcome"));
    }

    private static Optional<Instant> ended(ResultSet row) throws SQLException {
        Optional<Long> seconds = Rows.number(row, "ended_seconds");
        int nanos = row.getInt("ended_nanos");
        return seconds.map(second -> Instant.ofEpochSecond(second, nanos));
    }
}

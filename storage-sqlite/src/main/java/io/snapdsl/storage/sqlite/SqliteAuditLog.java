package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.AuditLog;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Operations as rows. */
final class SqliteAuditLog implements AuditLog {
    private final Database database;

    SqliteAuditLog(Database database) {
        this.database = database;
    }

    @Override
    public void record(Operation operation) {
        database.write("record", session -> insert(session, operation));
    }

    @Override
    public Optional<Logged> find(long number) {
        return database.read(
                session -> session.one("SELECT * FROM operation WHERE id = ?", SqliteAuditLog::logged, number));
    }

    @Override
    public Optional<Logged> of(SnapshotId snapshot) {
        return database.read(session -> session.one(
                "SELECT * FROM operation WHERE snapshot = ? ORDER BY id LIMIT 1",
                SqliteAuditLog::logged,
                snapshot.hash().bytes()));
    }

    @Override
    public List<Operation> on(SnapshotId snapshot) {
        return database.read(session -> session.all(
                "SELECT * FROM operation WHERE snapshot = ? ORDER BY id",
                SqliteAuditLog::operation,
                snapshot.hash().bytes()));
    }

    @Override
    public List<Operation> newest(int limit) {
        return database.read(session ->
                session.all("SELECT * FROM operation ORDER BY id DESC LIMIT ?", SqliteAuditLog::operation, limit));
    }

    @Override
    public Optional<Logged> newest(String kind) {
        return database.read(session -> session.one(
                "SELECT * FROM operation WHERE kind = ? ORDER BY id DESC LIMIT 1", SqliteAuditLog::logged, kind));
    }

    @Override
    public long newestNumber() {
        return database.read(
                session -> session.one("SELECT id FROM operation ORDER BY id DESC LIMIT 1", row -> row.getLong(1))
                        .orElse(0L));
    }

    @Override
    public List<Logged> after(long number, int limit) {
        return database.read(session -> session.all(
                "SELECT * FROM operation WHERE id > ? ORDER BY id LIMIT ?", SqliteAuditLog::logged, number, limit));
    }

    static long insert(Session session, Operation operation) throws SQLException {
        return session.insert(
                "INSERT INTO operation (seconds, nanos, kind, subject_id, snapshot, detail) VALUES (?, ?, ?, ?, ?, ?)",
                operation.time().getEpochSecond(),
                operation.time().getNano(),
                operation.kind(),
                operation.subject().map(SubjectId::value).orElse(null),
                operation.snapshot().map(id -> id.hash().bytes()).orElse(null),
                operation.detail());
    }

    private static Logged logged(ResultSet row) throws SQLException {
        return new Logged(row.getLong("id"), operation(row));
    }

    private static Operation operation(ResultSet row) throws SQLException {
        return new Operation(
                Rows.time(row),
                row.getString("kind"),
                Rows.number(row, "subject_id").map(SubjectId::new),
                Rows.snapshotId(row, "snapshot"),
                row.getString("detail"));
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Birth;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Subjects, chains and operations as rows. */
final class SqliteCatalog implements Catalog {
    private static final String SELECT_SNAPSHOT = "SELECT * FROM snapshot ";

    private final Database database;
    private final Reserve reserve;

    SqliteCatalog(Database database, Reserve reserve) {
        this.database = database;
        this.reserve = reserve;
    }

    @Override
    public Workspace register(String name, Path directory, Birth birth) {
        return database.write("register", session -> {
            String free = name;
            for (int i = 2; isTaken(session, free); i++) {
                free = name + "-" + i;
            }
            long id = session.insert(
                    "INSERT INTO subject (kind, name, location, inode, seconds, nanos) VALUES ('workspace', ?, ?, ?, ?, ?)",
                    free,
                    NativePaths.bytes(directory),
                    birth.inode(),
                    birth.time().getEpochSecond(),
                    birth.time().getNano());
            return new Workspace(new SubjectId(id), free, directory, birth);
        });
    }

    private static boolean isTaken(Session session, String name) throws SQLException {
        return session.one("SELECT 1 FROM subject WHERE name = ?", row -> true, name)
                .isPresent();
    }

    @Override
    public void relocate(SubjectId workspace, Path directory) {
        database.write(
                "relocate",
                session -> session.update(
                        "UPDATE subject SET location = ? WHERE id = ?",
                        NativePaths.bytes(directory),
                        workspace.value()));
    }

    @Override
    public List<Subject> subjects() {
        return database.read(session -> session.all("SELECT * FROM subject ORDER BY name", SqliteCatalog::subject));
    }

    @Override
    public Optional<Subject> subject(SubjectId id) {
        return database.read(
                session -> session.one("SELECT * FROM subject WHERE id = ?", SqliteCatalog::subject, id.value()));
    }

    @Override
    public Optional<Snapshot> head(SubjectId subject) {
        return database.read(session -> head(session, subject));
    }

    private static Optional<Snapshot> head(Session session, SubjectId subject) throws SQLException {
        return session.one(
                SELECT_SNAPSHOT + "WHERE subject_id = ? ORDER BY sequence DESC LIMIT 1",
                SqliteCatalog::snapshot,
                subject.value());
    }

    @Override
    public Optional<Snapshot> find(SnapshotId id) {
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE id = ?",
                SqliteCatalog::snapshot,
                id.hash().bytes()));
    }

    @Override
    public List<Snapshot> findByPrefix(String prefix, int limit) {
        byte[] low = HexFormat.of().parseHex(prefix + "0".repeat(2 * Hash.BYTES - prefix.length()));
        byte[] high = HexFormat.of().parseHex(prefix + "f".repeat(2 * Hash.BYTES - prefix.length()));
        return database.read(session -> session.all(
                SELECT_SNAPSHOT + "WHERE id BETWEEN ? AND ? LIMIT ?", SqliteCatalog::snapshot, low, high, limit));
    }

    @Override
    public Optional<Snapshot> atSequence(SubjectId subject, long sequence) {
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND sequence = ?",
                SqliteCatalog::snapshot,
                subject.value(),
                sequence));
    }

    @Override
    public Optional<Snapshot> asOf(SubjectId subject, Instant time) {
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND (seconds, nanos) <= (?, ?)"
                        + " ORDER BY seconds DESC, nanos DESC, sequence DESC LIMIT 1",
                SqliteCatalog::snapshot,
                subject.value(),
                time.getEpochSecond(),
                time.getNano()));
    }

    @Override
    public List<Snapshot> page(SubjectId subject, long before, int limit) {
        return database.read(session -> session.all(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?",
                SqliteCatalog::snapshot,
                subject.value(),
                before,
                limit));
    }

    @Override
    public void publish(Snapshot snapshot, Operation operation) {
        database.write("publish", session -> {
            Optional<SnapshotId> head = head(session, snapshot.subjectId()).map(Snapshot::id);
            if (!head.equals(snapshot.facts().previous())) {
                throw new IllegalStateException("the chain's head is " + head + ", not "
                        + snapshot.facts().previous() + ": the subject was not locked");
            }
            insert(session, snapshot);
            insert(session, operation);
            return null;
        });
    }

    @Override
    public void remove(List<SnapshotId> snapshots, Operation operation) {
        reserve.whenFull(() -> database.write("remove", session -> {
            long number = insert(session, operation);
            for (SnapshotId id : snapshots) {
                session.update(
                        "UPDATE snapshot SET removed_by = ? WHERE id = ? AND removed_by IS NULL",
                        number,
                        id.hash().bytes());
            }
            return null;
        }));
    }

    @Override
    public void record(Operation operation) {
        database.write("record", session -> insert(session, operation));
    }

    @Override
    public List<Operation> operations(int limit) {
        return database.read(session ->
                session.all("SELECT * FROM operation ORDER BY id DESC LIMIT ?", SqliteCatalog::operation, limit));
    }

    private static void insert(Session session, Snapshot snapshot) throws SQLException {
        Snapshot.Facts facts = snapshot.facts();
        session.update(
                "INSERT INTO snapshot (id, subject_id, subject, sequence, previous, seconds, nanos, trigger, tool, goal,"
                        + " session, root, coverage, created, modified, deleted, origin)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                snapshot.id().hash().bytes(),
                facts.subjectId().value(),
                facts.subject(),
                facts.sequence(),
                facts.previous().map(id -> id.hash().bytes()).orElse(null),
                facts.time().getEpochSecond(),
                facts.time().getNano(),
                facts.trigger().word(),
                facts.tool(),
                facts.goal(),
                facts.session(),
                facts.root().bytes(),
                facts.coverage().bytes(),
                facts.changes().created(),
                facts.changes().modified(),
                facts.changes().deleted(),
                facts.origin().map(id -> id.hash().bytes()).orElse(null));
    }

    private static long insert(Session session, Operation operation) throws SQLException {
        return session.insert(
                "INSERT INTO operation (seconds, nanos, kind, subject_id, snapshot, detail) VALUES (?, ?, ?, ?, ?, ?)",
                operation.time().getEpochSecond(),
                operation.time().getNano(),
                operation.kind(),
                operation.subject().map(SubjectId::value).orElse(null),
                operation.snapshot().map(id -> id.hash().bytes()).orElse(null),
                operation.detail());
    }

    private static Subject subject(ResultSet row) throws SQLException {
        return new Workspace(
                new SubjectId(row.getLong("id")),
                row.getString("name"),
                NativePaths.path(row.getBytes("location")),
                new Birth(row.getLong("inode"), time(row)));
    }

    private static Operation operation(ResultSet row) throws SQLException {
        return new Operation(
                time(row),
                row.getString("kind"),
                number(row, "subject_id").map(SubjectId::new),
                id(row, "snapshot"),
                row.getString("detail"));
    }

    private static Snapshot snapshot(ResultSet row) throws SQLException {
        Snapshot.Facts facts = new Snapshot.Facts(
                new SubjectId(row.getLong("subject_id")),
                row.getString("subject"),
                row.getLong("sequence"),
                id(row, "previous"),
                time(row),
                Trigger.fromWord(row.getString("trigger")),
                row.getString("tool"),
                row.getString("goal"),
                row.getString("session"),
                Hash.fromBytes(row.getBytes("root")),
                Hash.fromBytes(row.getBytes("coverage")),
                new ChangeCounts(row.getLong("created"), row.getLong("modified"), row.getLong("deleted")),
                id(row, "origin"));
        return new Snapshot(id(row, "id").orElseThrow(), facts, number(row, "removed_by"));
    }

    private static Instant time(ResultSet row) throws SQLException {
        return Instant.ofEpochSecond(row.getLong("seconds"), row.getInt("nanos"));
    }

    private static Optional<SnapshotId> id(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBytes(column)).map(bytes -> new SnapshotId(Hash.fromBytes(bytes)));
    }

    private static Optional<Long> number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }
}

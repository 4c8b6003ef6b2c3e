package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Timeline;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Chains as rows. */
final class SqliteCatalog implements Catalog {
    private static final String SELECT_SNAPSHOT = "SELECT * FROM snapshot ";
    private static final int PAGE = 500;

    private final Database database;
    private final Reserve reserve;

    SqliteCatalog(Database database, Reserve reserve) {
        this.database = database;
        this.reserve = reserve;
    }

    @Override
    public Optional<Snapshot> head(SubjectId subject) {
        return database.read(session -> head(session, subject));
    }

    private static Optional<Snapshot> head(Session session, SubjectId subject) throws SQLException {
        return session.one(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND replaces IS NULL ORDER BY sequence DESC LIMIT 1",
                SnapshotRows::snapshot,
                subject.value());
    }

    @Override
    public Optional<Snapshot> find(SnapshotId id) {
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE id = ?",
                SnapshotRows::snapshot,
                id.hash().bytes()));
    }

    @Override
    public List<Snapshot> findByPrefix(String prefix, int limit) {
        byte[] low = HexFormat.of().parseHex(prefix + "0".repeat(2 * Hash.BYTES - prefix.length()));
        byte[] high = HexFormat.of().parseHex(prefix + "f".repeat(2 * Hash.BYTES - prefix.length()));
        return database.read(session -> session.all(
                SELECT_SNAPSHOT + "WHERE id BETWEEN ? AND ? LIMIT ?", SnapshotRows::snapshot, low, high, limit));
    }

    @Override
    public Optional<Snapshot> atSequence(SubjectId subject, long sequence) {
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND sequence = ? AND replaced_by IS NULL",
                SnapshotRows::snapshot,
                subject.value(),
                sequence));
    }

    @Override
    public Optional<Snapshot> back(SubjectId subject, long steps) {
        // Counted in the index alone: reading each row on the way would take half a second for 100,000.
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE id = (SELECT id FROM snapshot"
                        + " WHERE subject_id = ? AND replaced_by IS NULL ORDER BY sequence DESC LIMIT 1 OFFSET ?)",
                SnapshotRows::snapshot,
                subject.value(),
                steps));
    }

    @Override
    public Optional<Snapshot> asOf(SubjectId subject, Instant time) {
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND replaced_by IS NULL AND (seconds, nanos) <= (?, ?)"
                        + " ORDER BY seconds DESC, nanos DESC, sequence DESC LIMIT 1",
                SnapshotRows::snapshot,
                subject.value(),
                time.getEpochSecond(),
                time.getNano()));
    }

    @Override
    public OptionalLong firstSince(SubjectId subject, Instant time) {
        return database.read(session -> session.one(
                        "SELECT sequence FROM snapshot WHERE subject_id = ? AND (seconds, nanos) >= (?, ?)"
                                + " ORDER BY sequence LIMIT 1",
                        row -> OptionalLong.of(row.getLong(1)),
                        subject.value(),
                        time.getEpochSecond(),
                        time.getNano())
                .orElse(OptionalLong.empty()));
    }

    @Override
    public List<Snapshot> page(SubjectId subject, long before, int limit) {
        return database.read(session -> session.all(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND replaced_by IS NULL AND sequence < ?"
                        + " ORDER BY sequence DESC LIMIT ?",
                SnapshotRows::snapshot,
                subject.value(),
                before,
                limit));
    }

    @Override
    public Optional<Snapshot> recordedBefore(Snapshot snapshot) {
        return database.read(session -> session.one(
                SELECT_SNAPSHOT + "WHERE subject_id = ? AND replaces IS NULL AND sequence < ?"
                        + " ORDER BY sequence DESC LIMIT 1",
                SnapshotRows::snapshot,
                snapshot.subjectId().value(),
                snapshot.sequence()));
    }

    @Override
    public List<Snapshot> claimersOf(Snapshot snapshot) {
        return database
                .read(session -> session.all(
                        SELECT_SNAPSHOT
                                + "WHERE subject_id = ? AND sequence > ? AND claims IS NOT NULL ORDER BY sequence",
                        SnapshotRows::snapshot,
                        snapshot.subjectId().value(),
                        snapshot.sequence()))
                .stream()
                .filter(later -> later.note().claims().contains(snapshot.id()))
                .toList();
    }

    @Override
    public Timeline timeline(SubjectId subject) {
        return new SqliteTimeline(database, subject);
    }

    @Override
    public Set<SnapshotId> tagged(String tag) {
        return database.read(
                session -> session.all(SELECT_SNAPSHOT + "WHERE tags <> ''", SnapshotRows::snapshot).stream()
                        .filter(snapshot -> snapshot.note().tags().contains(tag))
                        .map(Snapshot::id)
                        .collect(Collectors.toSet()));
    }

    @Override
    public void forEach(SubjectId subject, Consumer<Snapshot> action) {
        List<Snapshot> page;
        long sequence = Long.MAX_VALUE;
        byte[] id = new byte[0];
        do {
            long before = sequence;
            byte[] beforeId = id;
            page = database.read(session -> session.all(
                    SELECT_SNAPSHOT + "WHERE subject_id = ? AND (sequence, id) < (?, ?)"
                            + " ORDER BY sequence DESC, id DESC LIMIT ?",
                    SnapshotRows::snapshot,
                    subject.value(),
                    before,
                    beforeId,
                    PAGE));
            page.forEach(action);
            if (!page.isEmpty()) {
                Snapshot last = page.get(page.size() - 1);
                sequence = last.sequence();
                id = last.id().hash().bytes();
            }
        } while (page.size() == PAGE);
    }

    @Override
    public void publish(Snapshot snapshot, Operation operation) {
        reserve.whenLent(() -> database.write("publish", session -> {
            append(session, snapshot, operation);
            return null;
        }));
    }

    static void append(Session session, Snapshot snapshot, Operation operation) throws SQLException {
        Optional<SnapshotId> head = head(session, snapshot.subjectId()).map(Snapshot::id);
        if (!head.equals(snapshot.facts().previous())) {
            throw new IllegalStateException("the chain's head is " + head + ", not "
                    + snapshot.facts().previous() + ": the subject was not locked");
        }
        SnapshotRows.insert(session, snapshot);
        SqliteAuditLog.insert(session, operation);
        if (!snapshot.note().session().isEmpty()) {
            addToSession(session, snapshot);
        }
    }

    private static void addToSession(Session session, Snapshot snapshot) throws SQLException {
        String name = snapshot.note().session();
        SqliteSessions.startIfNew(
                session, name, snapshot.note().tool(), snapshot.facts().time());
        EventRows events = new EventRows(session);
        events.append(name, EventDraft.created(snapshot));
        events.finish();
    }

    @Override
    public void consolidate(List<Merge> merges, Map<SnapshotId, Content> patches, boolean contentGoes) {
        reserve.whenFull(() -> database.write("consolidate", session -> {
            for (Merge merge : merges) {
                Consolidations.show(session, merge.result(), merge.members());
                long number = SqliteAuditLog.insert(session, merge.operation());
                if (contentGoes) {
                    Consolidations.removeReplaced(session, merge.result().id(), number);
                }
            }
            for (Map.Entry<SnapshotId, Content> patch : patches.entrySet()) {
                SqlitePreservedPatches.insert(session, patch.getKey(), patch.getValue());
            }
            return null;
        }));
    }

    @Override
    public void remove(List<SnapshotId> snapshots, Operation operation) {
        reserve.whenFull(() -> database.write("remove", session -> {
            long number = SqliteAuditLog.insert(session, operation);
            for (SnapshotId id : snapshots) {
                session.update(
                        "UPDATE snapshot SET removed_by = ? WHERE id = ? AND removed_by IS NULL",
                        number,
                        id.hash().bytes());
                Consolidations.removeReplaced(session, id, number);
                SqlitePreservedPatches.delete(session, id);
            }
            return null;
        }));
    }
}

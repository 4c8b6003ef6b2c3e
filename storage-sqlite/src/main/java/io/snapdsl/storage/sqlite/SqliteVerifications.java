package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Verifications;
import java.util.Collection;
import java.util.Optional;

/** One row for each snapshot that was found whole. */
final class SqliteVerifications implements Verifications {
    private final Database database;

    SqliteVerifications(Database database) {
        this.database = database;
    }

    @Override
    public void record(Collection<SnapshotId> whole, Collection<SnapshotId> damaged, Operation operation) {
        database.write("verified", session -> {
            for (SnapshotId snapshot : damaged) {
                session.update(
                        "DELETE FROM verified WHERE snapshot = ?",
                        snapshot.hash().bytes());
            }
            for (SnapshotId snapshot : whole) {
                session.update(
                        "INSERT OR IGNORE INTO verified (snapshot) VALUES (?)",
                        snapshot.hash().bytes());
            }
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public Optional<Snapshot> newestWhole(SubjectId subject) {
        // From the newest snapshot on: the first that was verified is the answer, and mostly an early one.
        return database.read(session -> session.one(
                "SELECT snapshot.* FROM snapshot CROSS JOIN verified ON verified.snapshot = snapshot.id"
                        + " WHERE subject_id = ? AND removed_by IS NULL AND replaced_by IS NULL"
                        + " ORDER BY sequence DESC LIMIT 1",
                SnapshotRows::snapshot,
                subject.value()));
    }
}

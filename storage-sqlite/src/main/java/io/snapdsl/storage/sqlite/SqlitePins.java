package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Pins;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Pins as rows. */
final class SqlitePins implements Pins {
    private final Database database;
    private final Reserve reserve;

    SqlitePins(Database database, Reserve reserve) {
        this.database = database;
        this.reserve = reserve;
    }

    @Override
    public Optional<Pin> of(SnapshotId snapshot) {
        return database.read(session -> session.one(
                "SELECT * FROM pin WHERE snapshot = ?",
                SqlitePins::pin,
                snapshot.hash().bytes()));
    }

    @Override
    public Map<SnapshotId, Pin> of(SubjectId subject) {
        // From the pins to their snapshots: they are few, and the chain may be long.
        return database
                .read(session -> session.all(
                        "SELECT pin.* FROM pin CROSS JOIN snapshot ON snapshot.id = pin.snapshot WHERE subject_id = ?",
                        SqlitePins::pin,
                        subject.value()))
                .stream()
                .collect(Collectors.toMap(Pin::snapshot, Function.identity()));
    }

    @Override
    public void add(List<Pin> pins, Operation operation) {
        database.write("pin", session -> {
            for (Pin pin : pins) {
                session.update(
                        "INSERT OR REPLACE INTO pin (snapshot, reason, seconds, nanos) VALUES (?, ?, ?, ?)",
                        pin.snapshot().hash().bytes(),
                        pin.reason(),
                        pin.time().getEpochSecond(),
                        pin.time().getNano());
            }
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public void remove(List<SnapshotId> snapshots, Operation operation) {
        // On a full disk this may come before the removal that makes room.
        reserve.whenFull(() -> database.write("unpin", session -> {
            for (SnapshotId snapshot : snapshots) {
                session.update(
                        "DELETE FROM pin WHERE snapshot = ?", snapshot.hash().bytes());
            }
            return SqliteAuditLog.insert(session, operation);
        }));
    }

    private static Pin pin(ResultSet row) throws SQLException {
        return new Pin(Rows.snapshotId(row, "snapshot").orElseThrow(), row.getString("reason"), Rows.time(row));
    }
}

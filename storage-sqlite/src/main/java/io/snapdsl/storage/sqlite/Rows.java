package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.SnapshotId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** What many tables have in common. */
final class Rows {
    private Rows() {}

    static Instant time(ResultSet row) throws SQLException {
        return Instant.ofEpochSecond(row.getLong("seconds"), row.getInt("nanos"));
    }

    static Optional<SnapshotId> snapshotId(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBytes(column)).map(bytes -> new SnapshotId(Hash.fromBytes(bytes)));
    }

    static Optional<Long> number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.SnapshotId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** What many tables have in common. */
final class Rows {
    private Rows() {}

    static Instant time(ResultSet row) throws SQLException {
        return time(row.getLong("seconds"), row.getLong("nanos"));
    }

    static Instant time(long seconds, long nanos) {
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException | ArithmeticException e) {
            throw new DamagedContentException("a time lies beyond all times", e);
        }
    }

    static Optional<SnapshotId> snapshotId(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBytes(column)).map(bytes -> new SnapshotId(Hash.fromBytes(bytes)));
    }

    static ChainEnd end(ResultSet row, String number) throws SQLException {
        return new ChainEnd(row.getLong(number), Hash.fromBytes(row.getBytes("hash")));
    }

    static Optional<Long> number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    /** A number of bytes; -1 if it is none. The driver would cut off what is too much for it. */
    static int size(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return value < 0 || value > Integer.MAX_VALUE ? -1 : (int) value;
    }
}

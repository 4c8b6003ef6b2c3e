package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.DamagedContentException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.CRC32C;

/**
 * Of stored bytes as they were written. What they unpack to is checked by hashes; but the same can be packed in more than one
 * way, so a change of the bytes need not change that.
 */
final class Checksum {
    private Checksum() {}

    static int of(byte[] data) {
        CRC32C checksum = new CRC32C();
        checksum.update(data);
        // SQLite needs four bytes for it if it has a sign, and six if not.
        return (int) checksum.getValue();
    }

    /** Rows from before there were checksums have none. */
    static byte[] checked(byte[] data, ResultSet row, int column) throws SQLException {
        long noted = row.getLong(column);
        if (!row.wasNull() && noted != of(data)) {
            throw new DamagedContentException("its stored bytes are not those that were written");
        }
        return data;
    }
}

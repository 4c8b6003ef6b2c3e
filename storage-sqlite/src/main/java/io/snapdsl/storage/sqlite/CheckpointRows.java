package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.ByteReader;
import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Packed;
import io.snapdsl.engine.state.StoredCheckpoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A checkpoint as a row, and back. */
final class CheckpointRows {
    /** In place of the number of deltas: the state is stored as content, and this row only names it. */
    static final int STORED = -1;

    static final String SELECT = "SELECT subject_id, subject.name, checkpoint.number, label,"
            + " CASE WHEN log IS NULL THEN '' ELSE coalesce(event_log.session, '?') END,"
            + " checkpoint.clock, checkpoint.seconds, checkpoint.nanos, checkpoint.hash, steps, state, previous"
            + " FROM checkpoint JOIN subject ON subject.id = subject_id LEFT JOIN event_log ON event_log.id = log ";

    private static final String INSERT =
            "INSERT INTO checkpoint (subject_id, number, label, log, clock, seconds, nanos,"
                    + " steps, state, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private CheckpointRows() {}

    /** @param log the log of its session, or null */
    static void insert(Session session, StoredCheckpoint checkpoint, Long log) throws SQLException {
        Checkpoint entry = checkpoint.entry();
        session.update(
                INSERT,
                entry.subject().value(),
                entry.number(),
                entry.label(),
                log,
                entry.clock(),
                entry.time().getEpochSecond(),
                entry.time().getNano(),
                steps(checkpoint.packed()),
                data(checkpoint.packed()),
                checkpoint.brokenOff().map(Hash::bytes).orElse(null),
                entry.hash().bytes());
    }

    static StoredCheckpoint stored(ResultSet row) throws SQLException {
        return new StoredCheckpoint(
                entry(row),
                packed(row.getLong(10), row.getBytes(11)),
                Optional.ofNullable(row.getBytes(12)).map(Hash::fromBytes));
    }

    /** By their places, as {@link EventRows#event} has it. */
    static Checkpoint entry(ResultSet row) throws SQLException {
        return new Checkpoint(
                new SubjectId(row.getLong(1)),
                row.getString(2),
                row.getLong(3),
                row.getString(4),
                row.getString(5),
                row.getLong(6),
                Rows.time(row.getLong(7), row.getLong(8)),
                Hash.fromBytes(row.getBytes(9)));
    }

    static Content content(byte[] data) {
        ByteReader in = new ByteReader(data);
        Hash hash = in.hash();
        int split = in.u8();
        in.expectEnd();
        if (split > 1) {
            throw new DamagedContentException("a state's content is of the unknown kind " + split);
        }
        return new Content(hash, split == 1);
    }

    private static Packed packed(long steps, byte[] data) {
        if (steps < STORED || steps > Integer.MAX_VALUE) {
            throw new DamagedContentException("a state is said to take " + steps + " deltas");
        }
        return switch ((int) steps) {
            case STORED -> new Packed.Stored(content(data));
            case 0 -> new Packed.Whole(data);
            default -> new Packed.Delta(data, (int) steps);
        };
    }

    private static int steps(Packed packed) {
        if (packed instanceof Packed.Delta delta) {
            return delta.steps();
        }
        return packed instanceof Packed.Stored ? STORED : 0;
    }

    private static byte[] data(Packed packed) {
        if (packed instanceof Packed.Stored stored) {
            Content content = stored.content();
            return new ByteWriter()
                    .hash(content.hash())
                    .u8(content.split() ? 1 : 0)
                    .toByteArray();
        }
        return packed instanceof Packed.Delta delta ? delta.data() : ((Packed.Whole) packed).data();
    }
}

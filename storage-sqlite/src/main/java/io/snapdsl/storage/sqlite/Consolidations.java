package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import java.sql.SQLException;
import java.util.List;

/** Marks in the rows of snapshots who is shown in whose place. */
final class Consolidations {
    private Consolidations() {}

    /** Part of a transaction. Whoever stood behind a member stands behind the result now, so that one look is enough. */
    static void show(Session session, Snapshot result, List<SnapshotId> members) throws SQLException {
        byte[] place = result.id().hash().bytes();
        for (SnapshotId member : members) {
            byte[] id = member.hash().bytes();
            int hidden = session.update(
                    "UPDATE snapshot SET replaced_by = ? WHERE id = ? AND replaced_by IS NULL", place, id);
            if (hidden != 1) {
                throw new IllegalStateException("snapshot " + member + " is not shown: the subject was not locked");
            }
            session.update("UPDATE snapshot SET replaced_by = ? WHERE replaced_by = ?", place, id);
        }
        SnapshotRows.insert(session, result);
    }

    /** Part of a transaction: the content of all that stands behind {@code place}. */
    static void removeReplaced(Session session, SnapshotId place, long operation) throws SQLException {
        session.update(
                "UPDATE snapshot SET removed_by = ? WHERE replaced_by = ? AND removed_by IS NULL",
                operation,
                place.hash().bytes());
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.PreservedPatches;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** References to patches as rows; the patches are content like any other. */
final class SqlitePreservedPatches implements PreservedPatches {
    private static final int PAGE = 500;

    private record Row(SnapshotId snapshot, Content patch) {}

    private final Database database;

    SqlitePreservedPatches(Database database) {
        this.database = database;
    }

    /** Part of the consolidation's transaction. */
    static void insert(Session session, SnapshotId snapshot, Content patch) throws SQLException {
        session.update(
                "INSERT INTO preserved_patch (snapshot, patch, split) VALUES (?, ?, ?)",
                snapshot.hash().bytes(),
                patch.hash().bytes(),
                patch.split() ? 1 : 0);
    }

    /** Part of a removal's transaction: the snapshot's own, and those of what was merged into it. */
    static void delete(Session session, SnapshotId snapshot) throws SQLException {
        byte[] id = snapshot.hash().bytes();
        session.update("DELETE FROM preserved_patch WHERE snapshot = ?", id);
        session.update(
                "DELETE FROM preserved_patch WHERE snapshot IN (SELECT id FROM snapshot WHERE replaced_by = ?)", id);
    }

    @Override
    public Optional<Content> find(SnapshotId snapshot) {
        return database.read(session -> session.one(
                        "SELECT * FROM preserved_patch WHERE snapshot = ?",
                        SqlitePreservedPatches::row,
                        snapshot.hash().bytes()))
                .map(Row::patch);
    }

    @Override
    public void forEach(BiConsumer<SnapshotId, Content> action) {
        List<Row> page;
        byte[] last = new byte[0];
        do {
            byte[] after = last;
            page = database.read(session -> session.all(
                    "SELECT * FROM preserved_patch WHERE snapshot > ? ORDER BY snapshot LIMIT ?",
                    SqlitePreservedPatches::row,
                    after,
                    PAGE));
            page.forEach(row -> action.accept(row.snapshot, row.patch));
            if (!page.isEmpty()) {
                last = page.get(page.size() - 1).snapshot.hash().bytes();
            }
        } while (page.size() == PAGE);
    }

    private static Row row(ResultSet row) throws SQLException {
        Hash hash = Hash.fromBytes(row.getBytes("patch"));
        return new Row(
                Rows.snapshotId(row, "snapshot").orElseThrow(),
                row.getBoolean("split") ? Content.split(hash) : Content.whole(hash));
    }
}

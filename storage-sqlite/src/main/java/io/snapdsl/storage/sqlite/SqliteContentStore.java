package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.content.SealedPack;
import io.snapdsl.engine.content.SealedPack.Kind;
import io.snapdsl.engine.content.SealedPack.Slot;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.TreePath;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Packs as blobs, and an index from chunk to pack. */
final class SqliteContentStore implements ContentStore {
    /** How much is given back per step: on a full disk each step has to fit into the reserve. */
    private static final int RECLAIMED_PAGES = 200;

    private final Database database;
    private final Reserve reserve;

    SqliteContentStore(Database database, Reserve reserve) {
        this.database = database;
        this.reserve = reserve;
    }

    @Override
    public Optional<Location> locate(Hash chunk) {
        return database.read(session -> session.one(
                "SELECT pack, offset, size FROM chunk WHERE hash = ?",
                row -> new Location(row.getLong(1), Rows.size(row, 2), Rows.size(row, 3)),
                chunk.bytes()));
    }

    @Override
    public boolean isEmpty() {
        return database.read(session -> session.one("SELECT 1 FROM chunk LIMIT 1", row -> true))
                .isEmpty();
    }

    @Override
    public Optional<SealedPack> read(long pack) {
        return database.read(session -> session.one(
                "SELECT kind, compressed, raw_size, data FROM pack WHERE id = ?", SqliteContentStore::pack, pack));
    }

    private static SealedPack pack(ResultSet row) throws SQLException {
        long compressed = row.getLong(2);
        if (compressed < 0 || compressed > 1) {
            throw new DamagedContentException("whether a pack is compressed is said by the number " + compressed);
        }
        return new SealedPack(kind(row.getString(1)), compressed == 1, Rows.size(row, 3), row.getBytes(4), List.of());
    }

    private static Kind kind(String name) {
        try {
            return Kind.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new DamagedContentException("a pack is of the unknown kind '" + name + "'", e);
        }
    }

    @Override
    public boolean holds(long pack) {
        return database.read(session -> session.one("SELECT 1 FROM pack WHERE id = ?", row -> true, pack))
                .isPresent();
    }

    @Override
    public void write(List<Batch> batches) {
        boolean onlyCached = batches.stream().allMatch(batch -> batch.packs().isEmpty());
        if (onlyCached) {
            // What spares the next capture some reading is no reason to fail this one: on a full disk there is an undo
            // to do.
            Reserve.isDone(() -> insert(batches));
        } else {
            insert(batches);
        }
    }

    /**
     * Content goes into the log, and from there to its place: it takes room twice. Where the disk has little, as much as
     * it may hold is settled before more is begun. Otherwise what fills the disk would be a log that finds no
     * room to be settled any more, and then nothing could be deleted either.
     */
    private void insert(List<Batch> batches) {
        if (reserve.isRoomAmple()) {
            reserve.whenLent(() -> insertAtOnce(batches));
            return;
        }
        for (Batch batch : batches) {
            reserve.whenLent(() -> {
                database.settle();
                reserve.requireRoom(2 * bytes(batch));
                return insertAtOnce(List.of(batch));
            });
        }
    }

    private static long bytes(Batch batch) {
        return batch.packs().stream().mapToLong(pack -> pack.data().length).sum()
                + batch.directories().stream()
                        .mapToLong(directory -> directory.stats().length)
                        .sum();
    }

    private Void insertAtOnce(List<Batch> batches) {
        return database.writeAhead("content", session -> {
            for (Batch batch : batches) {
                for (SealedPack pack : batch.packs()) {
                    insert(session, pack);
                }
                for (CachedDirectory directory : batch.directories()) {
                    session.update(
                            "INSERT INTO cached_directory (subject_id, path, tree, stats) VALUES (?, ?, ?, ?)"
                                    + " ON CONFLICT DO UPDATE SET tree = excluded.tree, stats = excluded.stats",
                            directory.subject().value(),
                            directory.directory().bytes(),
                            directory.tree().bytes(),
                            directory.stats());
                }
            }
            return null;
        });
    }

    private static void insert(Session session, SealedPack pack) throws SQLException {
        long id = session.insert(
                "INSERT INTO pack (kind, compressed, raw_size, data) VALUES (?, ?, ?, ?)",
                pack.holds().name(),
                pack.compressed() ? 1 : 0,
                pack.rawSize(),
                pack.data());
        // Another process may have stored the same chunk meanwhile: then its copy counts, and ours is unused.
        session.updateAll(
                "INSERT OR IGNORE INTO chunk (hash, pack, offset, size) VALUES (?, ?, ?, ?)",
                pack.slots().stream()
                        .map(slot -> new Object[] {slot.hash().bytes(), id, slot.offset(), slot.size()})
                        .toList());
    }

    @Override
    public Optional<CachedDirectory> cached(SubjectId subject, TreePath directory) {
        return database.read(session -> session.one(
                "SELECT tree, stats FROM cached_directory WHERE subject_id = ? AND path = ?",
                row -> new CachedDirectory(subject, directory, Hash.fromBytes(row.getBytes(1)), row.getBytes(2)),
                subject.value(),
                directory.bytes()));
    }

    @Override
    public void clearCache() {
        database.write("clear-cache", session -> session.update("DELETE FROM cached_directory"));
    }

    @Override
    public void forEachPack(Consumer<PackIndex> action) {
        List<PackIndex> packs = database.read(session -> session.all(
                "SELECT id, raw_size, length(data) FROM pack ORDER BY id",
                row -> new PackIndex(row.getLong(1), row.getInt(2), row.getInt(3), List.of())));
        for (PackIndex pack : packs) {
            List<Slot> slots = database.read(session -> session.all(
                    "SELECT hash, offset, size FROM chunk WHERE pack = ? ORDER BY offset",
                    row -> new Slot(Hash.fromBytes(row.getBytes(1)), Rows.size(row, 2), Rows.size(row, 3)),
                    pack.pack()));
            action.accept(new PackIndex(pack.pack(), pack.rawSize(), pack.storedSize(), slots));
        }
    }

    @Override
    public void forgetDirectories(Predicate<Hash> isDead) {
        reserve.whenFull(() -> database.write("forget", session -> {
            List<Long> dead = new ArrayList<>();
            session.all("SELECT id, tree FROM cached_directory", row -> {
                if (isDead.test(Hash.fromBytes(row.getBytes(2)))) {
                    dead.add(row.getLong(1));
                }
                return null;
            });
            for (long id : dead) {
                session.update("DELETE FROM cached_directory WHERE id = ?", id);
            }
            return null;
        }));
    }

    @Override
    public void replacePacks(List<Long> packs, List<SealedPack> replacements) {
        Database.Work<Void> work = session -> {
            for (long pack : packs) {
                session.update("DELETE FROM chunk WHERE pack = ?", pack);
                session.update("DELETE FROM pack WHERE id = ?", pack);
            }
            for (SealedPack pack : replacements) {
                insert(session, pack);
            }
            return null;
        };
        // A snapshot that found the disk full may have left more in the log than fits into the reserve. To overwrite
        // that takes as much again; to delete it takes next to nothing, and reclaiming cuts it off the file.
        if (!reserve.isDoneSparingly(() -> database.erase("sweep", work))) {
            reserve.whenFull(() -> database.write("sweep", work));
        }
    }

    @Override
    public void forgetChunks(List<Hash> chunks) {
        database.write("forget", session -> {
            for (Hash chunk : chunks) {
                session.update("DELETE FROM chunk WHERE hash = ?", chunk.bytes());
            }
            return null;
        });
    }

    @Override
    public void reclaim() {
        long left = Long.MAX_VALUE;
        while (true) {
            // What is only in the log need not be written to its place before it is cut off: it may not fit there.
            boolean isEmptied = Reserve.isDone(database::checkpoint);
            long free = database.maintain(session -> session.pragma("freelist_count"));
            if (free == 0 || free >= left) {
                if (!isEmptied) {
                    reserve.whenFull(database::checkpoint);
                }
                break;
            }
            left = free;
            reserve.whenFull(() -> database.maintain(session -> {
                session.execute("PRAGMA incremental_vacuum(" + RECLAIMED_PAGES + ")");
                return null;
            }));
        }
        reserve.setAside();
    }

    @Override
    public Sizes sizes() {
        return database.read(session -> {
            long chunks = session.one("SELECT count(*) FROM chunk", row -> row.getLong(1))
                    .orElseThrow();
            return session.one(
                            "SELECT count(*), sum(length(data)), sum(raw_size),"
                                    + " sum(iif(kind = 'FILES', raw_size, 0)) FROM pack",
                            row -> new Sizes(row.getLong(1), chunks, row.getLong(2), row.getLong(3), row.getLong(4)))
                    .orElseThrow();
        });
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StoreCheckup;
import io.snapdsl.engine.store.StoreLocks;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** A store in one directory: {@code store.db} holds everything, the rest is locks and a reserve of disk space. */
public final class SqliteSnapshotStore implements SnapshotStore {
    private static final String FILE_NAME = "store.db";

    private final Database database;
    private final Catalog catalog;
    private final ContentStore content;
    private final StoreLocks locks;
    private final StoreCheckup checkup;

    private SqliteSnapshotStore(Path directory, Database database, Reserve reserve, FileLocks locks) {
        this.database = database;
        this.catalog = new SqliteCatalog(database, reserve);
        this.content = new SqliteContentStore(database, reserve);
        this.checkup = new SqliteCheckup(database, directory);
        this.locks = locks;
    }

    /**
     * Opens the store in {@code directory}, and makes it if there is none.
     *
     * @param patience how long to wait for a lock
     */
    public static SqliteSnapshotStore open(Path directory, Duration patience) {
        Path real = makePrivate(directory);
        Database database = new Database(real.resolve(FILE_NAME));
        FileLocks locks = new FileLocks(real.resolve("locks"), patience);
        Reserve reserve = new Reserve(real);
        try {
            if (!database.read(session -> Schema.isCurrent(session, database.file()))) {
                locks.exclusive("creation", "making the store").during(() -> create(database, reserve));
            }
            return new SqliteSnapshotStore(real, database, reserve, locks);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static boolean create(Database database, Reserve reserve) {
        return database.maintain(session -> {
            boolean missing = !Schema.isCurrent(session, database.file());
            if (missing) {
                Schema.create(session);
                reserve.setAside();
            }
            return missing;
        });
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public ContentStore content() {
        return content;
    }

    @Override
    public StoreLocks locks() {
        return locks;
    }

    @Override
    public StoreCheckup checkup() {
        return checkup;
    }

    @Override
    public void close() {
        database.close();
    }

    /** History holds copies of everything, secrets included: the directory is its owner's alone. */
    private static Path makePrivate(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            Path file = directory.resolve(FILE_NAME);
            if (!Files.exists(file)) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            return directory.toRealPath();
        } catch (FileAlreadyExistsException e) {
            return makePrivate(directory); // Another process made it between the two lines above.
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.STORE_UNUSABLE,
                    "The store's directory " + directory + " can't be made or opened: " + e.getMessage(),
                    "Check its permissions, or choose another with --store DIR.",
                    e);
        }
    }
}

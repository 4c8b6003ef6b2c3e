package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.ScratchDirectory;
import io.snapdsl.engine.store.AuditLog;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Checkpoints;
import io.snapdsl.engine.store.ContainerWork;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.Events;
import io.snapdsl.engine.store.Milestones;
import io.snapdsl.engine.store.Moments;
import io.snapdsl.engine.store.Pins;
import io.snapdsl.engine.store.PolicyRuns;
import io.snapdsl.engine.store.PreservedPatches;
import io.snapdsl.engine.store.Sessions;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StatedRules;
import io.snapdsl.engine.store.StoreCheckup;
import io.snapdsl.engine.store.StoreLocks;
import io.snapdsl.engine.store.SubjectRegistry;
import io.snapdsl.engine.store.Verifications;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A store in one directory: {@code store.db} holds everything, the rest is locks and a reserve of disk space. */
public final class SqliteSnapshotStore implements SnapshotStore {
    private static final String FILE_NAME = "store.db";

    private final Database database;
    private final Reserve reserve;
    private final SubjectRegistry subjects;
    private final Catalog catalog;
    private final AuditLog auditLog;
    private final Sessions sessions;
    private final Events events;
    private final SqliteCheckpoints checkpoints;
    private final PreservedPatches patches;
    private final ContentStore content;
    private final Pins pins;
    private final Milestones milestones;
    private final Moments moments;
    private final ContainerWork containerWork;
    private final PolicyRuns policyRuns;
    private final StatedRules statedRules;
    private final Verifications verifications;
    private final StoreLocks locks;
    private final StoreCheckup checkup;

    private SqliteSnapshotStore(Path directory, Database database, Reserve reserve, FileLocks locks) {
        this.database = database;
        this.reserve = reserve;
        this.subjects = new SqliteSubjects(database);
        this.auditLog = new SqliteAuditLog(database);
        this.catalog = new SqliteCatalog(database, reserve);
        this.sessions = new SqliteSessions(database);
        this.patches = new SqlitePreservedPatches(database);
        this.content = new SqliteContentStore(database, reserve);
        this.events = new SqliteEvents(database, reserve);
        this.checkpoints = new SqliteCheckpoints(database, reserve, content);
        this.pins = new SqlitePins(database, reserve);
        this.milestones = new SqliteMilestones(database, reserve);
        this.moments = new SqliteMoments(database, reserve, checkpoints);
        this.containerWork = new SqliteContainerWork(database, reserve);
        this.policyRuns = new SqlitePolicyRuns(database);
        this.statedRules = new SqliteStatedRules(database);
        this.verifications = new SqliteVerifications(database);
        this.checkup = new SqliteCheckup(database, directory);
        this.locks = locks;
    }

    /** Whether there is a store in {@code directory}. */
    public static boolean isIn(Path directory) {
        // Where we may not look there may well be one: opening it says so.
        return !Files.notExists(fileIn(directory));
    }

    /** The file that is the store. */
    public static Path fileIn(Path directory) {
        return directory.resolve(FILE_NAME);
    }

    /**
     * Opens the store in {@code directory}, and makes it if there is none. One of an older format is brought to the present
     * one; if it can only be read, it is read as it is.
     *
     * @param patience how long to wait for a lock
     */
    public static SqliteSnapshotStore open(Path directory, Duration patience) {
        return open(directory, patience, said -> {});
    }

    /** SQLite is told its file's name as text. */
    private static void requireText(Path directory) {
        if (!Path.of(directory.toString()).equals(directory)) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "The name of the store's directory " + directory + " is not UTF-8.",
                    "Choose another one with --store DIR.");
        }
    }

    /** @param waiting is told what is waited for, if that takes a while: a sentence for people */
    public static SqliteSnapshotStore open(Path directory, Duration patience, Consumer<String> waiting) {
        requireText(directory);
        Path real = makePrivate(directory);
        Database database = new Database(fileIn(real));
        FileLocks locks = new FileLocks(
                real.resolve("locks"),
                patience,
                Optional.of(database.file()).filter(file -> database.isReadOnly()),
                waiting);
        Reserve reserve = new Reserve(real, database);
        try {
            if (!reserve.lending(() -> isUsable(database))) {
                locks.exclusive("creation", "making the store or its tables")
                        .during(() -> reserve.lending(() -> complete(database, reserve)));
            }
            return new SqliteSnapshotStore(real, database, reserve, locks);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static boolean isUsable(Database database) {
        return database.read(session ->
                Schema.isCurrent(session, database.file()) || database.canOnlyBeRead() && !Schema.isEmpty(session));
    }

    private static boolean complete(Database database, Reserve reserve) {
        boolean empty = database.maintain(Schema::isEmpty);
        if (empty) {
            refuseEmptied(database.file(), reserve);
            database.maintain(session -> {
                Schema.prepare(session);
                return null;
            });
        }
        boolean completed = database.write("migrate", Schema::complete);
        if (empty) {
            reserve.setAside();
        }
        return completed;
    }

    /** The reserve is set aside when the store is complete, so beside an empty file it tells that there was more. */
    private static void refuseEmptied(Path file, Reserve reserve) {
        if (reserve.isSetAside()) {
            throw new SnapdslException(
                    ErrorCode.DAMAGED,
                    "The store " + file + " has lost all it held: the file is empty.",
                    "Bring the file back from a backup; or, to start anew, delete the directory " + file.getParent()
                            + ".");
        }
    }

    @Override
    public SubjectRegistry subjects() {
        return subjects;
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public AuditLog auditLog() {
        return auditLog;
    }

    @Override
    public Sessions sessions() {
        return sessions;
    }

    @Override
    public Events events() {
        return events;
    }

    @Override
    public Checkpoints checkpoints() {
        return checkpoints;
    }

    @Override
    public PreservedPatches patches() {
        return patches;
    }

    @Override
    public ContentStore content() {
        return content;
    }

    @Override
    public Pins pins() {
        return pins;
    }

    @Override
    public Milestones milestones() {
        return milestones;
    }

    @Override
    public Moments moments() {
        return moments;
    }

    @Override
    public ContainerWork containerWork() {
        return containerWork;
    }

    @Override
    public PolicyRuns policyRuns() {
        return policyRuns;
    }

    @Override
    public StatedRules statedRules() {
        return statedRules;
    }

    @Override
    public Verifications verifications() {
        return verifications;
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
    public String id() {
        return database.read(
                session -> session.one("SELECT value FROM setting WHERE name = 'store_id'", row -> row.getString(1))
                        .orElseThrow());
    }

    @Override
    public <T> T withRoomToRecord(long files, Supplier<T> work) {
        return reserve.lendingDuring(work, files);
    }

    @Override
    public <T> T withScratch(Function<SnapshotStore, T> work) {
        try (ScratchDirectory scratch = ScratchDirectory.in(checkup.directory());
                SnapshotStore store = open(scratch.path(), Duration.ZERO)) {
            return work.apply(store);
        }
    }

    @Override
    public void close() {
        database.close();
    }

    private static Path makePrivate(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory, Private.DIRECTORY);
            }
            makeFile(fileIn(directory));
            return directory.toRealPath();
        } catch (AccessDeniedException e) {
            throw new SnapdslException(
                    ErrorCode.NO_PERMISSION,
                    "You have no permission to use the store in " + directory + owner(directory) + ".",
                    "Run snapdsl as somebody who has, or choose a store of your own with --store DIR.",
                    e);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.STORE_UNUSABLE,
                    "The store's directory " + directory + " can't be made or opened: " + IoErrors.describe(e) + ".",
                    "Check its permissions, or choose another with --store DIR.",
                    e);
        }
    }

    private static String owner(Path directory) {
        try {
            return ", which belongs to " + Files.getOwner(directory).getName();
        } catch (IOException e) {
            return ""; // It isn't there, or out of sight.
        }
    }

    private static void makeFile(Path file) throws IOException {
        try {
            Files.createFile(file, Private.FILE);
        } catch (FileAlreadyExistsException e) {
            // As usual, or another process was quicker.
            if (!Files.isReadable(file)) {
                throw new AccessDeniedException(file.toString());
            }
        }
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Properties;
import org.sqlite.JDBC;

/** The one database file: a single writer at a time, any number of readers beside it. */
final class Database implements AutoCloseable {
    /** Work that needs a session. */
    interface Work<T> {
        T run(Session session) throws SQLException;
    }

    private static final int BUSY_TIMEOUT_MS = 60_000;

    private final Path file;
    private final Optional<ReadOnlyStore> readOnly;
    private final Object writing = new Object();
    private final Deque<Session> readers = new ArrayDeque<>();
    private Session writer;
    /** The file that the writer has opened, whatever it is called by now. */
    private Object written;

    private boolean inTransaction;
    private volatile boolean withoutRoom;

    Database(Path file) {
        this.file = file;
        this.readOnly = ReadOnlyStore.isAt(file) ? Optional.of(ReadOnlyStore.at(file)) : Optional.empty();
    }

    /** Within a transaction, what that has written is seen too. */
    <T> T read(Work<T> work) {
        if (Thread.holdsLock(writing) && inTransaction) {
            return within(work);
        }
        Session session = null;
        try {
            session = takeReader();
            T result = work.run(session);
            readOnly.ifPresent(ReadOnlyStore::requireUnchanged);
            giveBack(session);
            return result;
        } catch (SQLException e) {
            closeQuietly(session, e);
            SnapdslException failure = SqliteErrors.translate(e, file);
            if (failure.code() == ErrorCode.STORE_FULL && withoutRoom && !CutOffFile.hasLog(file)) {
                return readAsIs(work);
            }
            throw failure;
        } catch (RuntimeException e) {
            closeQuietly(session, e);
            throw e;
        }
    }

    /** From now on, what finds no room for SQLite's files beside the database is read without them. */
    void readWithoutRoom() {
        withoutRoom = true;
    }

    /** In a session of its own: somebody may soon write, with room that a deletion has got from the reserve. */
    private <T> T readAsIs(Work<T> work) {
        ReadOnlyStore found = ReadOnlyStore.at(file);
        try (Session session = open(found.uri())) {
            T result = work.run(session);
            found.requireUnchanged();
            return result;
        } catch (SQLException e) {
            throw SqliteErrors.translate(e, file);
        }
    }

    /**
     * All of {@code work} or nothing. The write lock is taken at the start (IMMEDIATE): a transaction that begins by
     * reading and is then refused the lock would have to be run again.
     */
    <T> T write(String name, Work<T> work) {
        return write(name, "FULL", work);
    }

    /**
     * As {@link #write}, but without waiting for the disk: after a power failure it may be gone. Whatever is written
     * by {@link #write} afterwards takes all that came before it along to the disk, so nothing can refer to what is
     * gone.
     */
    <T> T writeAhead(String name, Work<T> work) {
        return write(name, "NORMAL", work);
    }

    /** As {@link #write}, and what is deleted is overwritten too: it may have been removed because of a secret in it. */
    <T> T erase(String name, Work<T> work) {
        synchronized (writing) {
            maintain(session -> session.pragma("secure_delete = ON"));
            try {
                return write(name, work);
            } finally {
                maintain(session -> session.pragma("secure_delete = OFF"));
            }
        }
    }

    private <T> T write(String name, String synchronous, Work<T> work) {
        synchronized (writing) {
            try {
                Session session = writer();
                session.execute("PRAGMA synchronous = " + synchronous);
                session.execute("BEGIN IMMEDIATE");
                inTransaction = true;
                try {
                    T result = work.run(session);
                    Failpoint.reach(name + ".before-commit");
                    session.execute("COMMIT");
                    Failpoint.reach(name + ".after-commit");
                    return result;
                } catch (SQLException | RuntimeException e) {
                    rollBack(session, e);
                    throw e;
                } finally {
                    inTransaction = false;
                }
            } catch (SQLException e) {
                throw SqliteErrors.translate(e, file);
            }
        }
    }

    /** A part of the transaction that this thread is in, for those it calls. */
    <T> T within(Work<T> work) {
        try {
            return work.run(writer);
        } catch (SQLException e) {
            throw SqliteErrors.translate(e, file);
        }
    }

    /** For statements that can't run inside a transaction. */
    <T> T maintain(Work<T> work) {
        synchronized (writing) {
            try {
                return work.run(writer());
            } catch (SQLException e) {
                throw SqliteErrors.translate(e, file);
            }
        }
    }

    /** Empties the write-ahead log, as far as no reader is in the way. */
    void checkpoint() {
        maintain(session -> {
            session.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            return null;
        });
    }

    /** Brings to its place what is in the write-ahead log, as far as no reader is in the way, and waits for none. */
    void settle() {
        maintain(session -> session.pragma("wal_checkpoint(PASSIVE)"));
    }

    boolean isReadOnly() {
        return readOnly.isPresent();
    }

    /** Because it may not be written, or because its end is missing. */
    boolean canOnlyBeRead() {
        return isReadOnly() || isCutOff();
    }

    private boolean isCutOff() {
        return CutOffFile.missing(file) > 0;
    }

    Path file() {
        return file;
    }

    /** Of a file that was cut off, only readers take what is left. */
    private Session openReader() throws SQLException {
        if (!canOnlyBeRead()) {
            return open();
        }
        Session session = isCutOff() ? openCutOff() : open();
        Schema.supplement(session);
        return session;
    }

    private Session openCutOff() throws SQLException {
        Session session = new Session(JDBC.createConnection(JDBC.PREFIX + name(), new Properties()));
        // Despite its name it changes nothing: it is how SQLite is told to make the best of a damaged file.
        session.execute("PRAGMA writable_schema = ON");
        return session;
    }

    Session open() throws SQLException {
        if (Files.notExists(file)) {
            throw SqliteErrors.gone(file.getParent()); // SQLite would make an empty one.
        }
        return open(name());
    }

    private static Session open(String name) throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("busy_timeout", Integer.toString(BUSY_TIMEOUT_MS));
        settings.setProperty("foreign_keys", "true");
        settings.setProperty("synchronous", "FULL");
        settings.setProperty("cache_size", "-16000");
        settings.setProperty("temp_store", "MEMORY");
        settings.setProperty("wal_autocheckpoint", "2000");
        settings.setProperty("jdbc.get_generated_keys", "false");
        return new Session(JDBC.createConnection(JDBC.PREFIX + name, settings));
    }

    private String name() {
        return readOnly.map(ReadOnlyStore::uri).orElse(file.toString());
    }

    @Override
    public void close() {
        synchronized (writing) {
            try {
                if (writer != null) {
                    writer.close();
                }
                synchronized (readers) {
                    for (Session reader : readers) {
                        reader.close();
                    }
                    readers.clear();
                }
            } catch (SQLException e) {
                throw SqliteErrors.translate(e, file);
            }
        }
    }

    private Session writer() throws SQLException {
        if (isReadOnly()) {
            throw ReadOnlyStore.refusal(file);
        }
        if (writer == null) {
            writer = open();
            written = fileNow();
        } else if (!fileNow().equals(written)) {
            throw SqliteErrors.gone(file.getParent());
        }
        return writer;
    }

    private Object fileNow() {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            throw SqliteErrors.gone(file.getParent());
        } catch (IOException e) {
            throw SqliteErrors.unreachable(file, e);
        }
    }

    private Session takeReader() throws SQLException {
        synchronized (readers) {
            if (!readers.isEmpty()) {
                return readers.pop();
            }
        }
        return openReader();
    }

    private void giveBack(Session session) {
        synchronized (readers) {
            readers.push(session);
        }
    }

    private static void rollBack(Session session, Exception cause) {
        try {
            session.execute("ROLLBACK");
        } catch (SQLException e) {
            // After a full disk SQLite has rolled back by itself; the first failure is the one that counts.
            cause.addSuppressed(e);
        }
    }

    private static void closeQuietly(Session session, Exception cause) {
        try {
            if (session != null) {
                session.close();
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}

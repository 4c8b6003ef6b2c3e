package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A few megabytes set aside so that deleting works on a full disk: a database has to write before it can shrink. When
 * a deletion finds no room, what earlier ones left in the write-ahead log is written to its place, which takes no room
 * and makes some; if that is not enough the reserve is given up too. The next deletion that leaves room sets it aside
 * anew.
 *
 * <p>A part of it is lent to those who have changed files and have to record that: they know before they begin that
 * there is room. What deletions need is never lent, unless nothing could be opened otherwise: to take in what a killed
 * process left in the log needs room.
 */
final class Reserve {
    private static final int SIZE = 8 << 20;
    private static final int LENT = 256 << 10;
    /** How much more a deletion gets each time that it has found too little. */
    private static final int STEP = 1 << 20;
    /** Of what deletions use: enough to cut off the file's end what they have freed. */
    private static final int FOR_RECLAIMING = 5 << 20;
    /** What deletions need: a step of giving space back. */
    private static final int KEPT = 4 << 20;
    /** What a record may take: trees, the stat cache's rows, an entry; and the part that grows with what was written. */
    private static final int RECORD = 1 << 20;

    private static final int RECORD_PER_FILE = 256;
    /** As long as there is that much, nothing that is written at once can fill the disk, not even by several. */
    private static final long AMPLE = 256 << 20;

    private final Path file;
    private final Database database;
    private final AtomicInteger borrowers = new AtomicInteger();

    Reserve(Path directory, Database database) {
        this.file = directory.resolve("reserve");
        this.database = database;
    }

    /** Runs {@code deletion}, with the reserve's space if there is no other. */
    void whenFull(Runnable deletion) {
        if (!isDone(deletion, STEP, 0)) {
            deletion.run();
        }
    }

    /** Whether there was room for {@code deletion}, if need be in the reserve; but what reclaiming needs is left. */
    boolean isDoneSparingly(Runnable deletion) {
        return isDone(deletion, STEP, FOR_RECLAIMING);
    }

    private boolean isDone(Runnable work, int step, int kept) {
        if (isDone(work)) {
            return true;
        }
        // What the log adds to the end of the file may not fit either: then the reserve is needed at once.
        if (isDone(database::checkpoint) && isDone(work)) {
            return true;
        }
        while (size() > kept && shrinkTo(Math.max(kept, size() - step))) {
            if (isDone(work)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there was room for it. */
    static boolean isDone(Runnable work) {
        try {
            work.run();
            return true;
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.STORE_FULL) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Runs {@code opening}: even to look into a store takes some kilobytes, which on a full disk the reserve has. When it
     * has lent all it can, the store is read without them.
     */
    <T> T lending(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.STORE_FULL) {
                throw e;
            }
            if (!shrink()) {
                database.readWithoutRoom();
            }
            return opening.get();
        }
    }

    /** Runs {@code work}, whose writes may use a part of the reserve; but not if that and the disk have too little. */
    <T> T lendingDuring(Supplier<T> work, long files) {
        if (free() > 2L * SIZE) {
            setAside();
        }
        if (free() + Math.max(0, size() - KEPT) < RECORD + files * RECORD_PER_FILE) {
            throw SqliteErrors.tooFull(database.file());
        }
        borrowers.incrementAndGet();
        try {
            return work.get();
        } finally {
            borrowers.decrementAndGet();
        }
    }

    /** Runs {@code writing}; if there is no room, and it is part of what the reserve was lent to, with that. */
    <T> T whenLent(Supplier<T> writing) {
        AtomicReference<T> written = new AtomicReference<>();
        boolean isDone = borrowers.get() > 0 && isDone(() -> written.set(writing.get()), LENT, KEPT);
        return isDone ? written.get() : writing.get();
    }

    boolean isRoomAmple() {
        return free() >= AMPLE;
    }

    /** Refuses what would fill the disk, before it does; where the disk is too small for a reserve, what deletions need stays free. */
    void requireRoom(long bytes) {
        if (free() < bytes + Math.max(0, KEPT - size())) {
            throw SqliteErrors.full(database.file());
        }
    }

    boolean isSetAside() {
        return Files.exists(file);
    }

    void setAside() {
        if (size() == SIZE) {
            return;
        }
        Path partial = file.resolveSibling("reserve.partial");
        try {
            // Written, not just sized: a file of holes reserves nothing.
            Files.deleteIfExists(partial);
            Files.createFile(partial, Private.FILE);
            Files.write(partial, new byte[SIZE]);
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // No room for a reserve now: what was asked for is done all the same, and the next deletion tries again.
            deleteIfExists(partial);
        }
    }

    private boolean shrink() {
        long rest = size() - LENT;
        return rest >= (CutOffFile.hasLog(database.file()) ? 1 : KEPT) && shrinkTo(rest);
    }

    private boolean shrinkTo(long rest) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(rest);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private long size() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private long free() {
        try {
            return Files.getFileStore(database.file()).getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }

    private static void deleteIfExists(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

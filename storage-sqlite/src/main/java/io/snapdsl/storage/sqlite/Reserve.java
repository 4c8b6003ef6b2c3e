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
import java.util.function.Supplier;

/**
 * A few megabytes set aside so that deleting works on a full disk: a database has to write before it can shrink. When
 * a deletion finds no room, what earlier ones left in the write-ahead log is written to its place, which takes no room
 * and makes some; if that is not enough the reserve is given up too. The next deletion that leaves room sets it aside
 * anew.
 */
final class Reserve {
    private static final int SIZE = 8 << 20;
    private static final int LENT = 256 << 10;

    private final Path file;
    private final Database database;

    Reserve(Path directory, Database database) {
        this.file = directory.resolve("reserve");
        this.database = database;
    }

    /** Runs {@code deletion}, with the reserve's space if there is no other. */
    void whenFull(Runnable deletion) {
        if (isDone(deletion)) {
            return;
        }
        // What the log adds to the end of the file may not fit either: then the reserve is needed at once.
        if (isDone(database::checkpoint) && isDone(deletion)) {
            return;
        }
        giveUp();
        deletion.run();
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

    /** Runs {@code opening}: even to look into a store takes some kilobytes, which on a full disk the reserve has. */
    <T> T lending(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.STORE_FULL || !shrink()) {
                throw e;
            }
            return opening.get();
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
        if (rest <= 0) {
            return false;
        }
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

    private void giveUp() {
        deleteIfExists(file);
    }

    private static void deleteIfExists(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

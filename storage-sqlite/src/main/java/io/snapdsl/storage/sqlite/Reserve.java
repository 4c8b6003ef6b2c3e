package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A few megabytes set aside so that deleting works on a full disk: a database has to write before it can shrink. When
 * a deletion finds no room the reserve is given up and the deletion tried again; the next deletion that leaves room
 * sets it aside anew.
 */
final class Reserve {
    private static final int SIZE = 8 << 20;

    private final Path file;

    Reserve(Path directory) {
        this.file = directory.resolve("reserve");
    }

    /** Runs {@code deletion}, with the reserve's space if there is no other. */
    void whenFull(Runnable deletion) {
        try {
            deletion.run();
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.STORE_FULL || !giveUp()) {
                throw e;
            }
            deletion.run();
        }
    }

    void setAside() {
        if (Files.exists(file)) {
            return;
        }
        Path partial = file.resolveSibling("reserve.partial");
        try {
            // Written, not just sized: a file of holes reserves nothing.
            Files.write(partial, new byte[SIZE]);
            Files.move(partial, file);
        } catch (IOException e) {
            // No room for a reserve now: what was asked for is done all the same, and the next deletion tries again.
            deleteIfExists(partial);
        }
    }

    private boolean giveUp() {
        return deleteIfExists(file);
    }

    private static boolean deleteIfExists(Path path) {
        try {
            return Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

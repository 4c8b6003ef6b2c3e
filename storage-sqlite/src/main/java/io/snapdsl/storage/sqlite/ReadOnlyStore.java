package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.FileStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A store that can only be looked at: its disk is mounted so, or it may not be written to. SQLite needs files of its own
 * beside the database even to read it, unless it is told that nobody writes (it calls that immutable). Nobody can promise
 * that of a directory that only we may not write to, so after each reading the file is looked at: if it is still as it
 * was when it was opened, what was read is right.
 */
final class ReadOnlyStore {
    private final Path file;
    private final boolean immutable;
    private final FileStat opened;

    private ReadOnlyStore(Path file, boolean immutable, FileStat opened) {
        this.file = file;
        this.immutable = immutable;
        this.opened = opened;
    }

    static boolean isAt(Path file) {
        return !Files.isWritable(file) || !Files.isWritable(file.getParent());
    }

    static ReadOnlyStore at(Path file) {
        // What a killed process left in the log belongs to the content: with it, SQLite has to find its own way.
        return new ReadOnlyStore(file, !CutOffFile.hasLog(file), stat(file));
    }

    /** The name by which SQLite opens it. */
    String uri() {
        return "file:" + file.toUri().getRawPath() + "?mode=ro" + (immutable ? "&immutable=1" : "");
    }

    void requireUnchanged() {
        if (immutable && !stat(file).equals(opened)) {
            throw new SnapdslException(
                    ErrorCode.LOCKED,
                    "The store " + file + " was written by someone else while it was read, and can only be read here.",
                    "Try again when they have finished.");
        }
    }

    static SnapdslException refusal(Path file) {
        return new SnapdslException(
                ErrorCode.NO_PERMISSION,
                "The store " + file + " can only be read, and this would have to write to it.",
                "Make the file and its directory writable, or choose another store with --store DIR. 'snapdsl log', "
                        + "'cat' and 'restore ID --to DIR' work as it is.");
    }

    private static FileStat stat(Path file) {
        try {
            return FileStat.of(file);
        } catch (IOException e) {
            throw SqliteErrors.unreachable(file, e);
        }
    }
}

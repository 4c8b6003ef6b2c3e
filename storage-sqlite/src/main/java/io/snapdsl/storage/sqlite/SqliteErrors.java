package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.IoErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite's failures mean to someone who has never heard of SQLite. */
final class SqliteErrors {
    private SqliteErrors() {}

    /** Found out before anything was done. */
    static SnapdslException tooFull(Path file) {
        return full("has no room to record what would be done. No file was touched.", file, null);
    }

    static SnapdslException full(Path file) {
        return notWritten(file, null);
    }

    private static SnapdslException notWritten(Path file, Throwable cause) {
        return full("could not be written. Nothing stored before is affected.", file, cause);
    }

    private static SnapdslException full(String finding, Path file, Throwable cause) {
        return new SnapdslException(
                ErrorCode.STORE_FULL,
                "The disk is full: the store " + file + " " + finding,
                "Remove older snapshots with 'snapdsl rm ID' or 'snapdsl prune': both work on a full disk, and"
                        + " take away what failed snapshots left. If there is nothing to remove, make room on that"
                        + " disk, or move the directory " + file.getParent() + " to a larger one.",
                cause);
    }

    /** What would be written to it is lost: its file has no name any more, or another. */
    static SnapdslException gone(Path directory) {
        return new SnapdslException(
                ErrorCode.STORE_UNUSABLE,
                "The store " + directory + " is gone: it was deleted, moved or replaced while it was in use.",
                "Bring it back to its place; or start snapdsl anew, with --store DIR for one that is elsewhere.");
    }

    static SnapdslException unreachable(Path file, IOException cause) {
        return new SnapdslException(
                ErrorCode.STORE_UNUSABLE,
                "The store " + file + " can't be reached any more: " + IoErrors.describe(cause) + ".",
                "Check whether its disk is still there, and try again.",
                cause);
    }

    static SnapdslException translate(SQLException e, Path file) {
        SQLiteErrorCode code =
                e instanceof SQLiteException known ? known.getResultCode() : SQLiteErrorCode.SQLITE_ERROR;
        // The file by which processes share the log's index grows like any other, but says so in its own way.
        int kind = code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE ? SQLiteErrorCode.SQLITE_FULL.code : code.code & 0xFF;
        return switch (SQLiteErrorCode.getErrorCode(kind)) {
            case SQLITE_FULL -> notWritten(file, e);
            case SQLITE_NOTADB ->
                new SnapdslException(
                        ErrorCode.NOT_A_STORE,
                        file + " is not a snapdsl store, or its beginning is damaged.",
                        "Choose another directory with --store DIR, or bring the file back from a backup.",
                        e);
            case SQLITE_CORRUPT ->
                new SnapdslException(
                        ErrorCode.DAMAGED,
                        "The store " + file + " is damaged: " + e.getMessage() + ".",
                        "Run 'snapdsl verify --read-data' to see which snapshots and files are touched.",
                        e);
            case SQLITE_BUSY, SQLITE_LOCKED ->
                new SnapdslException(
                        ErrorCode.LOCKED,
                        "Another process has been writing to the store " + file + " for more than a minute.",
                        "Wait for the other snapdsl to finish, and try again.",
                        e);
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
                new SnapdslException(
                        ErrorCode.NO_PERMISSION,
                        "The store " + file + " can't be opened for writing.",
                        "Check the permissions of that directory, or choose another with --store DIR.",
                        e);
            case SQLITE_IOERR ->
                new SnapdslException(
                        ErrorCode.IO_FAILED,
                        "The store " + file + " could not be read or written: " + e.getMessage() + ".",
                        "Check the disk (is it full, or failing?), and try again.",
                        e);
            default ->
                new SnapdslException(
                        ErrorCode.STORE_UNUSABLE,
                        "The store " + file + " did not accept a statement: " + e.getMessage() + ".",
                        "Run 'snapdsl verify'; with --debug the command shows where it happened.",
                        e);
        };
    }
}

package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.store.StoreCheckup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** SQLite's own checks, and the store's files. */
final class SqliteCheckup implements StoreCheckup {
    private final Database database;
    private final Path directory;

    SqliteCheckup(Database database, Path directory) {
        this.database = database;
        this.directory = directory;
    }

    @Override
    public List<String> structuralDamage(boolean thorough) {
        long missing = CutOffFile.missing(database.file());
        if (missing > 0) {
            return List.of("The end of " + database.file() + " is missing: " + missing + " bytes.");
        }
        String check = thorough ? "PRAGMA integrity_check(100)" : "PRAGMA quick_check(100)";
        try {
            List<String> found = database.read(session -> session.all(check, row -> row.getString(1)));
            return found.equals(List.of("ok")) ? List.of() : found;
        } catch (SnapdslException e) {
            return List.of(e.getMessage());
        }
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public long bytesOnDisk() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(SqliteCheckup::size)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<String> facts() {
        String access = database.isReadOnly() ? "can only be read" : "can be written";
        return database.read(session -> List.of(
                access,
                "SQLite "
                        + session.one("SELECT sqlite_version()", row -> row.getString(1))
                                .orElseThrow(),
                "format " + session.pragma("user_version"),
                "journal "
                        + session.one("PRAGMA journal_mode", row -> row.getString(1))
                                .orElseThrow()));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0; // The write-ahead log comes and goes while we look.
        }
    }
}

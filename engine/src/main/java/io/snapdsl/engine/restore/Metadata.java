package io.snapdsl.engine.restore;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.snapdsl.engine.files.FileStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** Sets the mode and the time of a file or directory, unless they are right already. */
final class Metadata {
    private static final Instant LAST_NANOSECOND = Instant.ofEpochSecond(0, Long.MAX_VALUE);

    private Metadata() {}

    static void set(Path path, int mode, Instant modified) throws IOException {
        FileStat stat = FileStat.of(path);
        if (stat.isSymbolicLink()) {
            throw new IOException("is a symbolic link by now");
        }
        // The time first: a file without read permission can't be opened, which setting its time needs.
        if (!stat.modified().equals(modified)) {
            setTime(path, modified);
        }
        if (stat.mode() != mode) {
            Files.setAttribute(path, "unix:mode", mode);
        }
    }

    private static void setTime(Path path, Instant modified) throws IOException {
        // Java counts nanoseconds in a long, which ends in 2262. Its oldest way knows milliseconds, for far longer.
        if (modified.isAfter(LAST_NANOSECOND) && path.toFile().setLastModified(modified.toEpochMilli())) {
            return;
        }
        // Before 1970 Java can set whole seconds only; given a fraction it would silently set 1970 itself.
        boolean whole = modified.getEpochSecond() < 0;
        Files.setLastModifiedTime(path, FileTime.from(whole ? modified.truncatedTo(SECONDS) : modified));
    }
}

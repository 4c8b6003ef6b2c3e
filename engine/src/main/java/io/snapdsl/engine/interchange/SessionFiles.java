package io.snapdsl.engine.interchange;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A directory from which a session is brought in. It may come from anywhere. */
final class SessionFiles {
    private final Path directory;

    SessionFiles(Path directory) {
        this.directory = directory;
    }

    /** A link could lead to any file, and from a pipe or a device nothing may ever come, or no end. */
    JsonLines open(String name) throws IOException {
        Path file = directory.resolve(name);
        BasicFileAttributes attributes = attributes(file);
        if (!attributes.isRegularFile()) {
            String kind = attributes.isSymbolicLink() ? "a link" : attributes.isDirectory() ? "a directory" : "special";
            throw new SnapdslException(
                    ErrorCode.INVALID_IMPORT,
                    file + " is " + kind + ", and no file. Nothing was brought in.",
                    "Bring in a directory that holds the files themselves.");
        }
        return new JsonLines(name, Files.newInputStream(file));
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    "There is no " + file + ". Nothing was brought in.",
                    "A session is a directory with " + SessionExport.SNAPSHOTS + " and " + SessionExport.EVENTS
                            + "; either may be empty.",
                    e);
        }
    }
}

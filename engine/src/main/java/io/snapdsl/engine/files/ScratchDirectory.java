package io.snapdsl.engine.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A new directory that goes, with all that is in it, when it is closed. */
public final class ScratchDirectory implements AutoCloseable {
    private final Path path;

    private ScratchDirectory(Path path) {
        this.path = path;
    }

    /** Where temporary files go. */
    public static ScratchDirectory usual() {
        try {
            return new ScratchDirectory(Files.createTempDirectory("snapdsl-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ScratchDirectory in(Path parent) {
        try {
            return new ScratchDirectory(Files.createTempDirectory(parent, "scratch-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.snapdsl.engine.capture;

import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.files.FileStat;
import java.io.IOException;
import java.nio.file.Path;

/** Reads one file into the store, as a whole that existed at one moment if that can be had. */
final class FileCapture {
    private static final int ATTEMPTS = 3;

    private final ContentWriter content;

    FileCapture(ContentWriter content) {
        this.content = content;
    }

    /** @param stable whether the file held still while it was read */
    record Captured(FileStat stat, FileContent file, boolean stable) {}

    Captured capture(Path path, FileStat before) throws IOException {
        FileStat stat = before;
        for (int attempt = 1; ; attempt++) {
            FileContent file = FileContent.read(path, stat.size(), content);
            FileStat after = FileStat.of(path);
            boolean stable = after.equals(stat) && file.size() == after.size();
            if (stable || attempt == ATTEMPTS) {
                return new Captured(stat, file, stable);
            }
            stat = after;
        }
    }
}

package io.snapdsl.storage.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Tells a database file that has lost its end, say in a copy that was not finished. SQLite refuses such a file as a
 * whole, though most of what is in it may be there.
 */
final class CutOffFile {
    private static final int HEADER = 100;
    private static final int PAGE_SIZE = 16;
    private static final int CHANGES = 24;
    private static final int PAGES = 28;
    private static final int CHANGES_WHEN_COUNTED = 92;

    private CutOffFile() {}

    /** How many bytes are missing at the end; 0 if none are, or if nobody can tell. */
    static long missing(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            while (header.hasRemaining() && channel.read(header) >= 0) {}
            boolean counted = header.getInt(CHANGES) == header.getInt(CHANGES_WHEN_COUNTED);
            return header.hasRemaining() || !counted || hasLog(file)
                    ? 0
                    : Math.max(0, pageSize(header) * Integer.toUnsignedLong(header.getInt(PAGES)) - channel.size());
        } catch (IOException e) {
            return 0;
        }
    }

    private static long pageSize(ByteBuffer header) {
        int size = Short.toUnsignedInt(header.getShort(PAGE_SIZE));
        return size == 1 ? 65_536 : size;
    }

    /** While there is a log, the end of the file may not have been written yet. */
    static boolean hasLog(Path file) {
        try {
            return Files.size(file.resolveSibling(file.getFileName() + "-wal")) > 0;
        } catch (IOException e) {
            return false;
        }
    }
}

package io.snapdsl.engine.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens files for reading, and never waits for a pipe. A file may be swapped for a named pipe after it was looked at; to
 * open that is to wait for somebody who writes to it, perhaps for ever, and Java knows no other way to open. So a
 * watcher looks at whatever takes long to open, and if it is a pipe, opens it for writing as well: that ends the wait.
 */
public final class FileOpening {
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final long LONG_NANOS = 500_000_000;
    private static final long PAUSE_MS = 250;
    private static final Map<Thread, Opening> UNDER_WAY = new ConcurrentHashMap<>();

    private record Opening(Path file, long since) {}

    private static final Thread WATCHER = new Thread(FileOpening::watch, "snapdsl-opening");
    /** Whether the watcher may be asleep until somebody wakes it. */
    private static volatile boolean isResting;

    static {
        WATCHER.setDaemon(true);
        WATCHER.start();
    }

    private FileOpening() {}

    public static SeekableByteChannel open(Path file) throws IOException {
        Thread thread = Thread.currentThread();
        UNDER_WAY.put(thread, new Opening(file, System.nanoTime()));
        if (isResting) {
            LockSupport.unpark(WATCHER);
        }
        SeekableByteChannel channel;
        try {
            channel = Files.newByteChannel(file, READ);
        } finally {
            UNDER_WAY.remove(thread);
        }
        try {
            channel.position(); // Pipes have none. This asks what was opened, whatever has the name by now.
            return channel;
        } catch (IOException e) {
            channel.close();
            throw new FileSystemException(file.toString(), null, "is not a file any more");
        }
    }

    private static void watch() {
        try {
            while (true) {
                isResting = true; // before looking: who opens after that look, wakes us
                if (UNDER_WAY.isEmpty()) {
                    LockSupport.park(UNDER_WAY);
                }
                isResting = false;
                Thread.sleep(PAUSE_MS);
                long now = System.nanoTime();
                UNDER_WAY.values().stream()
                        .filter(opening -> now - opening.since() > LONG_NANOS)
                        .forEach(opening -> endWait(opening.file()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void endWait(Path file) {
        try {
            if (FileStat.of(file).isPipe()) {
                // For both, which on Linux needs nobody at the other end.
                Files.newByteChannel(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
                        .close();
            }
        } catch (IOException e) {
            return; // It is gone, or not ours to write to. The next look may find it otherwise.
        }
    }
}

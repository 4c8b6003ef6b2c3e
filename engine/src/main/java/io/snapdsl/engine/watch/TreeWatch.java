package io.snapdsl.engine.watch;

import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Notices in which directories of a workspace something happens, by the operating system's notifications.
 *
 * <p>They come in the order in which things happened, through one queue. So after a marker file of our own has been
 * noticed, all that happened before it was made has been noticed too: {@link #settle} waits for that. Notifications
 * can be lost, and some things give none; then the answer is that anything may have happened.
 */
public final class TreeWatch implements AutoCloseable {
    private static final WatchEvent.Kind<?>[] KINDS = {
        StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE, StandardWatchEventKinds.ENTRY_MODIFY
    };
    private static final long PATIENCE_SECONDS = 10;

    /** What happened since the last time. */
    public sealed interface Noticed {
        /** There is no telling: everything has to be looked at. */
        record Anything(String why) implements Noticed {}

        /** @param directories where something happened, each with the names that came or went there */
        record Changes(Map<TreePath, Set<Name>> directories) implements Noticed {}
    }

    private final Mounts mounts;
    private final Runnable listener;
    private final WatchService service;
    private final Path markers;
    private final WatchKey markerKey;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition markerSeen = lock.newCondition();
    private final Map<WatchKey, TreePath> watched = new HashMap<>();
    private Map<TreePath, Set<Name>> noticed = new HashMap<>();
    private Optional<String> lost = Optional.empty();
    private long markersMade;
    private long markersSeen;

    /** @param listener is called, by a thread of ours, after something was noticed; it must not wait for anything */
    public TreeWatch(Path workspace, Runnable listener) throws IOException {
        this.mounts = new Mounts(workspace);
        this.listener = listener;
        this.service = workspace.getFileSystem().newWatchService();
        this.markers = Files.createTempDirectory("snapdsl-watch-");
        this.markerKey = markers.register(service, KINDS);
        Thread thread = new Thread(this::notice, "snapdsl-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on, what happens in {@code directory}, though not below its subdirectories, is noticed. */
    public void watch(TreePath path, Path directory) {
        lock.lock();
        try {
            // One that was moved has the same key as before, and is now known by its new path.
            watched.put(directory.register(service, KINDS), path);
        } catch (NoSuchFileException | NotDirectoryException e) {
            // Gone again: its parent's notification has said so, or will.
            return;
        } catch (IOException e) {
            lost = Optional.of(path + " can't be watched: " + e.getMessage());
        } finally {
            lock.unlock();
        }
    }

    /** Not interested any more in {@code path} and what is below it. */
    public void forget(TreePath path) {
        lock.lock();
        try {
            watched.entrySet().removeIf(entry -> {
                boolean below = entry.getValue().startsWith(path);
                if (below) {
                    entry.getKey().cancel();
                }
                return below;
            });
        } finally {
            lock.unlock();
        }
    }

    /** All that happened before this call, since the last one. */
    public Noticed settle() {
        lock.lock();
        try {
            Path marker = markers.resolve(Long.toString(++markersMade));
            Files.createFile(marker);
            long left = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (markersSeen < markersMade && left > 0) {
                left = markerSeen.awaitNanos(left);
            }
            Files.deleteIfExists(marker);
            if (left <= 0) {
                lost = Optional.of("notifications don't arrive");
            }
        } catch (IOException e) {
            lost = Optional.of("no marker could be made: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            lost = Optional.of("interrupted while waiting for notifications");
        } finally {
            lock.unlock();
        }
        return takeNoticed();
    }

    private Noticed takeNoticed() {
        lock.lock();
        try {
            Optional<String> unknown = mounts.change().or(() -> lost);
            Map<TreePath, Set<Name>> changes = noticed;
            noticed = new HashMap<>();
            lost = Optional.empty();
            return unknown.isPresent() ? new Noticed.Anything(unknown.get()) : new Noticed.Changes(changes);
        } finally {
            lock.unlock();
        }
    }

    private void notice() {
        try {
            while (true) {
                WatchKey key = service.take();
                long marker = 0;
                boolean news = false;
                // To the end of the queue: a key that was busy when the marker came is queued behind it.
                for (; key != null; key = service.poll()) {
                    if (key.equals(markerKey)) {
                        marker = Math.max(marker, markerIn(key));
                    } else {
                        news |= noticeAt(key);
                    }
                }
                announce(marker);
                if (news) {
                    listener.run();
                }
            }
        } catch (ClosedWatchServiceException | InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long markerIn(WatchKey key) {
        long newest = 0;
        for (WatchEvent<?> event : key.pollEvents()) {
            if (event.kind() == StandardWatchEventKinds.ENTRY_CREATE) {
                newest = Math.max(newest, Long.parseLong(event.context().toString()));
            }
        }
        key.reset();
        return newest;
    }

    private void announce(long marker) {
        if (marker > 0) {
            lock.lock();
            try {
                markersSeen = Math.max(markersSeen, marker);
                markerSeen.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private boolean noticeAt(WatchKey key) {
        lock.lock();
        try {
            TreePath path = watched.get(key);
            boolean news = false;
            for (WatchEvent<?> event : key.pollEvents()) {
                if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
                    lost = Optional.of("more happened than could be noticed");
                    news = true;
                } else if (path != null) {
                    Set<Name> replaced = noticed.computeIfAbsent(path, any -> new HashSet<>());
                    if (event.kind() != StandardWatchEventKinds.ENTRY_MODIFY) {
                        replaced.add(NativePaths.name((Path) event.context()));
                    }
                    news = true;
                }
            }
            if (!key.reset()) {
                watched.remove(key);
            }
            return news;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        try {
            service.close();
            try (var left = Files.newDirectoryStream(markers)) {
                for (Path marker : left) {
                    Files.deleteIfExists(marker);
                }
            }
            Files.deleteIfExists(markers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

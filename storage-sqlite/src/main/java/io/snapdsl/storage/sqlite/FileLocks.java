package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.StoreLocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/**
 * Locks on files beside the database. The operating system gives them up when their process ends, so a killed process
 * leaves no stale lock behind.
 *
 * <p>Such a lock belongs to the process as a whole, and the process loses it as soon as it closes any handle of the
 * file. So within the process a {@link StampedLock} per file comes first, and only its holder ever opens the file.
 */
final class FileLocks implements StoreLocks {
    private static final long POLL_MS = 20;
    /** Most locks are free again before anybody would wonder. */
    private static final Duration SILENCE = Duration.ofSeconds(2);

    private static final String CONTENT = "content";
    private static final Set<OpenOption> OPEN =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    private static final Map<Path, InProcess> IN_PROCESS = new ConcurrentHashMap<>();

    private static final class InProcess {
        private final StampedLock lock = new StampedLock();
        private int sharers;
        private FileChannel shared;
    }

    private final Path directory;
    private final Duration patience;
    private final Optional<Path> readOnlyStore;
    private final Consumer<String> waiting;

    /**
     * @param waiting is told for whom we wait, if that takes a while
     * @param readOnlyStore the store, if it can only be read: then there is nothing to lock against but a sweep
     */
    FileLocks(Path directory, Duration patience, Optional<Path> readOnlyStore, Consumer<String> waiting) {
        this.directory = directory;
        this.patience = patience;
        this.readOnlyStore = readOnlyStore;
        this.waiting = waiting;
    }

    @Override
    public Held subject(SubjectId subject, String purpose) {
        return exclusive("subject-" + subject.value(), purpose);
    }

    @Override
    public Held registration() {
        return exclusive("registration", "registering a workspace");
    }

    @Override
    public Held sweeping() {
        return exclusive(CONTENT, "freeing space");
    }

    @Override
    public Optional<Held> sweepingIfFree() {
        return exclusiveIfFree(CONTENT, "freeing space");
    }

    @Override
    public Optional<Held> hubIfFree() {
        return exclusiveIfFree("hub", "taking agents' hooks");
    }

    @Override
    public Optional<Held> policyIfFree(String policy) {
        String name = Hash.of(policy.getBytes(StandardCharsets.UTF_8)).hex();
        return exclusiveIfFree("policy-" + name, "attending to a policy");
    }

    private Optional<Held> exclusiveIfFree(String name, String purpose) {
        try {
            return Optional.of(exclusive(name, purpose, Duration.ZERO));
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.LOCKED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    @Override
    public Held usingContent() {
        if (readOnlyStore.isPresent() && !Files.exists(directory.resolve(CONTENT))) {
            return () -> {}; // Whoever sweeps makes the file first.
        }
        Path file = file(CONTENT);
        InProcess local = IN_PROCESS.computeIfAbsent(file, any -> new InProcess());
        Instant deadline = Instant.now().plus(patience);
        long stamp = await(() -> local.lock.tryReadLock(left(deadline), TimeUnit.MILLISECONDS), file);
        synchronized (local) {
            try {
                if (local.sharers == 0) {
                    local.shared = lockFile(file, true, deadline);
                }
                local.sharers++;
            } catch (RuntimeException e) {
                local.lock.unlockRead(stamp);
                throw e;
            }
        }
        return () -> {
            synchronized (local) {
                if (--local.sharers == 0) {
                    close(local.shared);
                }
            }
            local.lock.unlockRead(stamp);
        };
    }

    Held exclusive(String name, String purpose) {
        return exclusive(name, purpose, patience);
    }

    private Held exclusive(String name, String purpose, Duration waiting) {
        readOnlyStore.ifPresent(store -> {
            throw ReadOnlyStore.refusal(store);
        });
        Path file = file(name);
        InProcess local = IN_PROCESS.computeIfAbsent(file, any -> new InProcess());
        Instant deadline = Instant.now().plus(waiting);
        long stamp = await(() -> local.lock.tryWriteLock(left(deadline), TimeUnit.MILLISECONDS), file);
        try {
            FileChannel channel = lockFile(file, false, deadline);
            describeHolder(channel, purpose);
            return () -> {
                close(channel);
                local.lock.unlockWrite(stamp);
            };
        } catch (RuntimeException e) {
            local.lock.unlockWrite(stamp);
            throw e;
        }
    }

    private FileChannel lockFile(Path file, boolean share, Instant deadline) {
        FileChannel channel = null;
        try {
            channel = readOnlyStore.isPresent()
                    ? FileChannel.open(file, StandardOpenOption.READ)
                    : FileChannel.open(file, OPEN, Private.FILE);
            FileLock lock =
                    tryLock(channel, share, earlier(deadline, Instant.now().plus(SILENCE)));
            if (lock == null && left(deadline) > 0) {
                waiting.accept("Waiting for another snapdsl that is at work on the same thing (" + holder(channel)
                        + "), for at most " + Durations.words(patience) + ".");
                lock = tryLock(channel, share, deadline);
            }
            if (lock == null) {
                throw locked(file, holder(channel));
            }
            return channel;
        } catch (IOException e) {
            close(channel);
            throw new SnapdslException(
                    ErrorCode.NO_PERMISSION,
                    "The lock " + file + " can't be taken: " + IoErrors.describe(e) + ".",
                    "Check the permissions of the store's directory.",
                    e);
        } catch (InterruptedException e) {
            close(channel);
            Thread.currentThread().interrupt();
            throw locked(file, "interrupted while waiting");
        } catch (SnapdslException e) {
            close(channel);
            throw e;
        }
    }

    private static FileLock tryLock(FileChannel channel, boolean share, Instant deadline)
            throws IOException, InterruptedException {
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, share);
        while (lock == null && left(deadline) > 0) {
            Thread.sleep(POLL_MS);
            lock = channel.tryLock(0, Long.MAX_VALUE, share);
        }
        return lock;
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private static void describeHolder(FileChannel channel, String purpose) {
        String text = "process " + ProcessHandle.current().pid() + ", " + purpose + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
        } catch (IOException e) {
            // On a full disk the lock still holds; only the message to others is less helpful.
            return;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(256);
        channel.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
    }

    private static SnapdslException locked(Path file, String holder) {
        return new SnapdslException(
                ErrorCode.LOCKED,
                "Another snapdsl is at work on the same thing" + (holder.isEmpty() ? "." : " (" + holder + ")."),
                "Wait until it has finished, or give this command more time with --wait SECONDS. Lock: " + file);
    }

    private interface Attempt {
        long run() throws InterruptedException;
    }

    private static long await(Attempt attempt, Path file) {
        try {
            long stamp = attempt.run();
            if (stamp == 0) {
                throw locked(file, "this process");
            }
            return stamp;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw locked(file, "interrupted while waiting");
        }
    }

    private static long left(Instant deadline) {
        return Math.max(0, Duration.between(Instant.now(), deadline).toMillis());
    }

    private Path file(String name) {
        if (Files.notExists(directory.getParent())) {
            throw SqliteErrors.gone(directory.getParent());
        }
        try {
            return Files.createDirectories(directory, Private.DIRECTORY)
                    .toRealPath()
                    .resolve(name);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.NO_PERMISSION,
                    "The lock directory " + directory + " can't be made: " + IoErrors.describe(e) + ".",
                    "Check the permissions of the store's directory.",
                    e);
        }
    }

    private static void close(FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("a lock file could not be closed", e);
        }
    }
}

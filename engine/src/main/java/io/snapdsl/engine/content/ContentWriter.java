package io.snapdsl.engine.content;

import io.snapdsl.engine.content.SealedPack.Kind;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.ContentStore.Batch;
import io.snapdsl.engine.store.ContentStore.CachedDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Takes chunks from many threads and writes those the store doesn't have yet, in packs, by one writer thread.
 *
 * <p>Order is what makes a kill harmless. Everything goes into one sequence of batches: a batch is closed when its
 * pack is full, compressed by the thread that filled it, and committed in the order of closing. So whatever is
 * committed (a tree, a cached directory) was preceded by all that it refers to; and since nobody refers to a tree
 * before its snapshot is published, a half-written sequence is only content waiting to be used or swept.
 */
public final class ContentWriter implements FileContent.Sink, AutoCloseable {
    private static final int PACK_SIZE = 512 << 10;
    private static final int QUEUED_BATCHES = 48;
    /** Each transaction rewrites much of the chunk index, so few large ones are written much faster than many. */
    private static final long TRANSACTION_BYTES = 24 << 20;

    private final ContentStore store;
    private final Set<Hash> pending = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<FutureTask<Batch>> closed = new ArrayBlockingQueue<>(QUEUED_BATCHES);
    private final FutureTask<Batch> end = new FutureTask<>(() -> new Batch(List.of(), List.of()));
    private final Thread writer;
    private volatile RuntimeException failure;

    private PackBuilder files = new PackBuilder(Kind.FILES);
    private PackBuilder trees = new PackBuilder(Kind.TREES);
    private List<CachedDirectory> directories = new ArrayList<>();
    private int directoryBytes;

    public ContentWriter(ContentStore store) {
        this.store = store;
        writer = new Thread(this::writeBatches, "snapdsl-content-writer");
        writer.setDaemon(true);
        writer.start();
    }

    /** Stores a chunk of a file, unless it is there already. */
    @Override
    public void chunk(Hash hash, byte[] bytes, int offset, int length) {
        add(hash, bytes, offset, length, Kind.FILES);
    }

    @Override
    public void list(byte[] encoded) {
        addObject(encoded);
    }

    /** Stores a tree, chunk list or coverage: what is needed to find files rather than to read them. */
    public Hash addObject(byte[] encoded) {
        Hash hash = Hash.of(encoded);
        add(hash, encoded, 0, encoded.length, Kind.TREES);
        return hash;
    }

    public void remember(CachedDirectory directory) {
        FutureTask<Batch> full = null;
        synchronized (this) {
            directories.add(directory);
            directoryBytes += directory.stats().length;
            if (directoryBytes >= PACK_SIZE) {
                full = closeBatch();
            }
        }
        seal(full);
    }

    /** Returns when all that was added is committed. */
    public void finish() {
        FutureTask<Batch> last;
        synchronized (this) {
            last = closeBatch();
        }
        seal(last);
        stopWriter();
        rethrowFailure();
    }

    /** Gives up what is not yet committed, unless {@link #finish} has been called. */
    @Override
    public void close() {
        stopWriter();
    }

    private void add(Hash hash, byte[] bytes, int offset, int length, Kind kind) {
        if (pending.contains(hash) || store.locate(hash).isPresent()) {
            return;
        }
        FutureTask<Batch> full = null;
        synchronized (this) {
            if (!pending.add(hash)) {
                return;
            }
            PackBuilder pack = kind == Kind.FILES ? files : trees;
            pack.add(hash, bytes, offset, length);
            if (pack.length() >= PACK_SIZE) {
                full = closeBatch();
            }
        }
        seal(full);
    }

    /** Takes its place in the sequence before it is compressed, so that compressing can go on side by side. */
    private FutureTask<Batch> closeBatch() {
        rethrowFailure();
        PackBuilder closedFiles = files;
        PackBuilder closedTrees = trees;
        List<CachedDirectory> closedDirectories = directories;
        files = new PackBuilder(Kind.FILES);
        trees = new PackBuilder(Kind.TREES);
        directories = new ArrayList<>();
        directoryBytes = 0;
        FutureTask<Batch> batch = new FutureTask<>(() -> {
            List<SealedPack> packs = new ArrayList<>(2);
            closedFiles.seal().ifPresent(packs::add);
            closedTrees.seal().ifPresent(packs::add);
            return new Batch(packs, closedDirectories);
        });
        enqueue(batch);
        return batch;
    }

    private void enqueue(FutureTask<Batch> batch) {
        try {
            closed.put(batch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while storing content");
        }
    }

    private static void seal(FutureTask<Batch> batch) {
        if (batch != null) {
            batch.run();
        }
    }

    private void writeBatches() {
        List<Batch> group = new ArrayList<>();
        long groupBytes = 0;
        boolean ended = false;
        try {
            for (FutureTask<Batch> next = closed.take(); next != end; next = closed.take()) {
                Batch batch = next.get();
                group.add(batch);
                groupBytes += size(batch);
                if (groupBytes >= TRANSACTION_BYTES) {
                    commit(group);
                    group.clear();
                    groupBytes = 0;
                }
            }
            ended = true;
            commit(group);
        } catch (ExecutionException | InterruptedException | RuntimeException e) {
            failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
            if (!ended) {
                drain();
            }
        }
    }

    private static long size(Batch batch) {
        long bytes = 0;
        for (SealedPack pack : batch.packs()) {
            bytes += pack.data().length;
        }
        for (CachedDirectory directory : batch.directories()) {
            bytes += directory.stats().length;
        }
        return bytes;
    }

    private void commit(List<Batch> group) {
        if (group.isEmpty()) {
            return;
        }
        store.write(group);
        for (Batch batch : group) {
            for (SealedPack pack : batch.packs()) {
                pack.slots().forEach(slot -> pending.remove(slot.hash()));
            }
        }
    }

    /** After a failure nothing more is written, but nobody may be left waiting for room in the queue. */
    private void drain() {
        try {
            while (closed.take() != end) {
                continue;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopWriter() {
        if (!writer.isAlive()) {
            return;
        }
        enqueue(end);
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void rethrowFailure() {
        if (failure != null) {
            throw failure;
        }
    }
}

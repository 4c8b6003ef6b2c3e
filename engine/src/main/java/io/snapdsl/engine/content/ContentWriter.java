package io.snapdsl.engine.content;

import io.snapdsl.engine.content.SealedPack.Kind;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.ContentStore.Batch;
import io.snapdsl.engine.store.ContentStore.CachedDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

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
    /** Each transaction rewrites much of the chunk index, so few large ones are written much faster than many. */
    private static final long TRANSACTION_BYTES = 12 << 20;
    /** How much may wait for its commit: enough that nobody has to wait for a transaction, little enough for the heap. */
    private static final int WAITING_BYTES = 64 << 20;

    private final ContentStore store;
    private final Set<Hash> pending = ConcurrentHashMap.newKeySet();
    private final Absence absence;
    private final BlockingQueue<FutureTask<Batch>> closed = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(WAITING_BYTES);
    private final Queue<OpenBatch> spare = new ConcurrentLinkedQueue<>();
    private final FutureTask<Batch> end = new FutureTask<>(() -> new Batch(List.of(), List.of()));
    private final Thread writer;
    private volatile RuntimeException failure;
    private OpenBatch open = new OpenBatch();

    /** What is being filled. Used again and again: its buffers are the largest things in memory. */
    private static final class OpenBatch {
        private final PackBuilder files = new PackBuilder(Kind.FILES);
        private final PackBuilder trees = new PackBuilder(Kind.TREES);
        private final List<CachedDirectory> directories = new ArrayList<>();
        private int directoryBytes;

        void add(CachedDirectory directory) {
            directories.add(directory);
            directoryBytes += directory.stats().length;
        }

        boolean isFull() {
            return files.length() >= PACK_SIZE || trees.length() >= PACK_SIZE || directoryBytes >= PACK_SIZE;
        }

        int bytes() {
            return files.length() + trees.length() + directoryBytes;
        }

        Batch seal() {
            List<SealedPack> packs = new ArrayList<>(2);
            files.seal().ifPresent(packs::add);
            trees.seal().ifPresent(packs::add);
            Batch sealed = new Batch(packs, List.copyOf(directories));
            directories.clear();
            directoryBytes = 0;
            return sealed;
        }
    }

    public ContentWriter(ContentStore store) {
        this.store = store;
        absence = new Absence(store.isEmpty());
        writer = new Thread(this::writeBatches, "snapdsl-content-writer");
        writer.setDaemon(true);
        writer.start();
    }

    /** Stores a chunk of a file, unless it is there already. */
    @Override
    public void chunk(Hash hash, byte[] bytes, int offset, int length) {
        add(hash, bytes, offset, length, Kind.FILES);
    }

    /** As {@link #chunk}; the array is the writer's from now on, so that a large one need not be copied. */
    public void give(Hash hash, byte[] bytes) {
        if (bytes.length < PACK_SIZE) {
            chunk(hash, bytes, 0, bytes.length);
            return;
        }
        if (isHeld(hash)) {
            return;
        }
        FutureTask<Batch> alone;
        synchronized (this) {
            if (!pending.add(hash)) {
                return;
            }
            absence.ends(hash);
            alone = closeBatch(hash, bytes);
        }
        seal(alone);
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
        FutureTask<Batch> full;
        synchronized (this) {
            open.add(directory);
            full = closeIfFull();
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
        if (isHeld(hash)) {
            return;
        }
        FutureTask<Batch> full;
        synchronized (this) {
            if (!pending.add(hash)) {
                return;
            }
            absence.ends(hash);
            PackBuilder pack = kind == Kind.FILES ? open.files : open.trees;
            pack.add(hash, bytes, offset, length);
            full = closeIfFull();
        }
        seal(full);
    }

    private boolean isHeld(Hash hash) {
        return pending.contains(hash)
                || (!absence.isCertain(hash) && store.locate(hash).isPresent());
    }

    private FutureTask<Batch> closeIfFull() {
        return open.isFull() ? closeBatch() : null;
    }

    /** Takes its place in the sequence before it is compressed, so that compressing can go on side by side. */
    private FutureTask<Batch> closeBatch() {
        rethrowFailure();
        OpenBatch full = open;
        int bytes = full.bytes();
        waitForRoom(bytes);
        FutureTask<Batch> batch = new FutureTask<>(() -> {
            Batch sealed = full.seal();
            spare.add(full);
            room.release(bytes - size(sealed));
            return sealed;
        });
        closed.add(batch);
        OpenBatch next = spare.poll();
        open = next == null ? new OpenBatch() : next;
        return batch;
    }

    /** A batch of one chunk: it refers to nothing, so it may take its place before what came earlier and is still open. */
    private FutureTask<Batch> closeBatch(Hash hash, byte[] bytes) {
        rethrowFailure();
        waitForRoom(bytes.length);
        FutureTask<Batch> batch = new FutureTask<>(() -> {
            SealedPack pack = SealedPack.of(hash, bytes);
            room.release(bytes.length - pack.data().length);
            return new Batch(List.of(pack), List.of());
        });
        closed.add(batch);
        return batch;
    }

    private void waitForRoom(int bytes) {
        try {
            room.acquire(bytes);
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
        int groupBytes = 0;
        try {
            for (FutureTask<Batch> next = closed.take(); next != end; next = closed.take()) {
                Batch batch = next.get();
                group.add(batch);
                groupBytes += size(batch);
                if (groupBytes >= TRANSACTION_BYTES) {
                    commit(group);
                    room.release(groupBytes);
                    group.clear();
                    groupBytes = 0;
                }
            }
            commit(group);
        } catch (ExecutionException | InterruptedException | RuntimeException e) {
            failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
            // Nothing more is written, and nobody may be left waiting for that.
            room.release(Integer.MAX_VALUE - WAITING_BYTES);
        }
    }

    private static int size(Batch batch) {
        int bytes = 0;
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

    private void stopWriter() {
        closed.add(end);
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

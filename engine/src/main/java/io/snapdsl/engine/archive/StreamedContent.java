package io.snapdsl.engine.archive;

import io.snapdsl.engine.content.ChunkList;
import io.snapdsl.engine.content.ChunkSplitter;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Stores files that come one after the other through one stream. Only reading has to be in order: hashing and
 * compressing goes on beside it.
 */
final class StreamedContent implements AutoCloseable {
    private static final int WORKERS = 2;
    /** How much may have been read and not yet been stored. */
    private static final int WAITING_BYTES = 24 << 20;

    private final ContentWriter writer;
    private final Semaphore room = new Semaphore(WAITING_BYTES);
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, work -> {
        Thread thread = new Thread(work, "snapdsl-archive");
        thread.setDaemon(true);
        return thread;
    });

    /** Java's own reads 8 KiB at a time, and an engine's answer then costs far more calls than bytes. */
    private record StreamChannel(InputStream in) implements ReadableByteChannel {
        @Override
        public int read(ByteBuffer into) throws IOException {
            int count = in.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
            if (count > 0) {
                into.position(into.position() + count);
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // Whoever opened the stream closes it.
        }
    }

    StreamedContent(ContentWriter writer) {
        this.writer = writer;
    }

    /** Reads {@code size} bytes and has them stored. */
    CompletableFuture<Content> store(InputStream in, long size) throws IOException {
        return size > ChunkSplitter.WHOLE_FILE_LIMIT ? storeSplit(in, size) : storeWhole(in, (int) size);
    }

    private CompletableFuture<Content> storeWhole(InputStream in, int size) throws IOException {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new EOFException("the archive ends inside of a file");
        }
        return beside(size, () -> Content.whole(stored(bytes)));
    }

    private CompletableFuture<Content> storeSplit(InputStream in, long size) throws IOException {
        ChunkSplitter splitter = new ChunkSplitter(new StreamChannel(in));
        List<CompletableFuture<ChunkList.Chunk>> chunks = new ArrayList<>();
        long read = 0;
        for (ByteBuffer chunk = splitter.next(); chunk.hasRemaining(); chunk = splitter.next()) {
            byte[] bytes = new byte[chunk.remaining()];
            chunk.get(bytes);
            read += bytes.length;
            chunks.add(beside(bytes.length, () -> new ChunkList.Chunk(stored(bytes), bytes.length)));
        }
        if (read != size) {
            throw new EOFException("the archive ends inside of a file");
        }
        return CompletableFuture.allOf(chunks.toArray(CompletableFuture[]::new))
                .thenApply(all -> Content.split(writer.addObject(new ChunkList(
                                chunks.stream().map(CompletableFuture::join).toList())
                        .encode())));
    }

    private Hash stored(byte[] bytes) {
        Hash hash = Hash.of(bytes);
        writer.give(hash, bytes);
        return hash;
    }

    private <T> CompletableFuture<T> beside(int bytes, Supplier<T> work) {
        room.acquireUninterruptibly(bytes);
        return CompletableFuture.supplyAsync(work, workers).whenComplete((result, failure) -> room.release(bytes));
    }

    /** Waits for it; what went wrong in storing is thrown as if it had been done here. */
    static <T> T await(CompletableFuture<T> stored) {
        try {
            return stored.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}

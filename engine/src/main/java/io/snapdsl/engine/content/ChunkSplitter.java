package io.snapdsl.engine.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Content-defined chunking (FastCDC with normalisation): where a large file is cut depends on the bytes around the
 * cut, not on their position, so an insertion changes one or two chunks instead of all that follow.
 *
 * <p>A rolling "gear" hash adds one table value per byte; a cut falls where the hash's masked bits are zero. Up to the
 * wanted size the stricter mask makes cuts rare, beyond it the looser one makes them likely, which keeps sizes close
 * to the average. The table is part of the storage format: other values would still be correct, but nothing large
 * would be recognised as already stored.
 */
public final class ChunkSplitter {
    /** Files up to this size are stored as one chunk. */
    public static final int WHOLE_FILE_LIMIT = 1 << 20;

    static final int MIN = 256 << 10;
    static final int AVERAGE = 1 << 20;
    static final int MAX = 4 << 20;

    private static final long STRICT = 0xFFFF_FC00_0000_0000L; // 22 bits
    private static final long LOOSE = 0xFFFF_C000_0000_0000L; // 18 bits
    private static final long[] GEAR = gear();

    private final ReadableByteChannel source;
    private final ByteBuffer window;
    private boolean ended;

    public ChunkSplitter(ReadableByteChannel source) {
        this(source, newWindow());
    }

    /** @param window a {@link #newWindow} that was used before: they are too large to make one for each file */
    ChunkSplitter(ReadableByteChannel source, ByteBuffer window) {
        this.source = source;
        this.window = window.limit(0);
    }

    static ByteBuffer newWindow() {
        return ByteBuffer.allocate(2 * MAX);
    }

    /** The next chunk, valid until the next call; it has no remaining bytes when the source is used up. */
    public ByteBuffer next() throws IOException {
        if (window.remaining() < MAX && !ended) {
            refill();
        }
        int length = cut(window.array(), window.position(), window.remaining());
        ByteBuffer chunk = ByteBuffer.wrap(window.array(), window.position(), length);
        window.position(window.position() + length);
        return chunk;
    }

    private void refill() throws IOException {
        window.compact();
        while (window.hasRemaining() && !ended) {
            ended = source.read(window) < 0;
        }
        window.flip();
    }

    private static int cut(byte[] bytes, int offset, int available) {
        if (available <= MIN) {
            return available;
        }
        int normal = Math.min(available, AVERAGE);
        int end = Math.min(available, MAX);
        long hash = 0;
        int i = MIN;
        for (; i < normal; i++) {
            hash = (hash << 1) + GEAR[bytes[offset + i] & 0xFF];
            if ((hash & STRICT) == 0) return i + 1;
        }
        for (; i < end; i++) {
            hash = (hash << 1) + GEAR[bytes[offset + i] & 0xFF];
            if ((hash & LOOSE) == 0) return i + 1;
        }
        return end;
    }

    /** SplitMix64 from a fixed seed: reproducible, and no table of 256 numbers to copy wrongly. */
    private static long[] gear() {
        long[] table = new long[256];
        long state = 0x736e617064736cL; // "snapdsl"
        for (int i = 0; i < table.length; i++) {
            state += 0x9E3779B97F4A7C15L;
            long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            table[i] = z ^ (z >>> 31);
        }
        return table;
    }
}

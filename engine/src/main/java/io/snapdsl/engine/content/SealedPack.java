package io.snapdsl.engine.content;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;
import java.util.List;

/**
 * Chunks of up to about half a megabyte, compressed together. Small files that lie beside each other resemble each
 * other, so this takes a fifth less space than compressing each by itself, in less time, and a store has forty times
 * fewer things to keep.
 *
 * @param compressed whether {@code data} is zstd; what does not shrink is kept as it is
 * @param holds trees and file chunks are packed apart: looking at a tree should not unpack files
 */
public record SealedPack(Kind holds, boolean compressed, int rawSize, byte[] data, List<Slot> slots) {
    public enum Kind {
        FILES,
        TREES
    }

    /** Where one chunk lies in the unpacked bytes. */
    public record Slot(Hash hash, int offset, int size) {}

    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[0]);

    /** See docs/decisions/001: 3 takes a tenth more time and a twelfth less space. */
    private static final int LEVEL = 1;

    public static SealedPack seal(Kind holds, byte[] raw, int length, List<Slot> slots) {
        byte[] target = scratch((int) Zstd.compressBound(length));
        int size = (int) Zstd.compressByteArray(target, 0, target.length, raw, 0, length, LEVEL);
        // Less than 3 % gained is not worth unpacking for.
        boolean compressed = size < length - length / 32;
        byte[] data = compressed ? Arrays.copyOf(target, size) : Arrays.copyOf(raw, length);
        return new SealedPack(holds, compressed, length, data, List.copyOf(slots));
    }

    private static byte[] scratch(int size) {
        byte[] buffer = SCRATCH.get();
        if (buffer.length < size) {
            buffer = new byte[size];
            SCRATCH.set(buffer);
        }
        return buffer;
    }

    public byte[] unpack() {
        if (!compressed) {
            return data;
        }
        try {
            byte[] raw = new byte[rawSize];
            long size = Zstd.decompressByteArray(raw, 0, rawSize, data, 0, data.length);
            if (Zstd.isError(size) || size != rawSize) {
                throw new DamagedContentException("a pack does not unpack");
            }
            return raw;
        } catch (ZstdException e) {
            throw new DamagedContentException("a pack does not unpack: " + e.getMessage(), e);
        }
    }
}

package io.snapdsl.engine.content;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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

    /** Half as large as the level has it, see there: a twelfth less time, a thirtieth more space. */
    private static final int HASH_LOG = 13;

    public static SealedPack seal(Kind holds, byte[] raw, int length, List<Slot> slots) {
        Optional<byte[]> shrunk = shrunk(raw, length);
        byte[] data = shrunk.orElseGet(() -> Arrays.copyOf(raw, length));
        return new SealedPack(holds, shrunk.isPresent(), length, data, List.copyOf(slots));
    }

    /** One chunk of a file by itself; {@code raw} is the pack's from now on. */
    static SealedPack of(Hash hash, byte[] raw) {
        Optional<byte[]> shrunk = shrunk(raw, raw.length);
        List<Slot> slots = List.of(new Slot(hash, 0, raw.length));
        return new SealedPack(Kind.FILES, shrunk.isPresent(), raw.length, shrunk.orElse(raw), slots);
    }

    /** Empty if less than 3 % would be gained, which is not worth unpacking for. */
    private static Optional<byte[]> shrunk(byte[] raw, int length) {
        byte[] target = scratch((int) Zstd.compressBound(length));
        int size;
        // Made anew each time, which costs nothing beside compressing: threads come and go, and its memory is not the
        // heap's.
        try (ZstdCompressCtx compression = new ZstdCompressCtx()) {
            compression.setLevel(LEVEL).setHashLog(HASH_LOG);
            size = compression.compressByteArray(target, 0, target.length, raw, 0, length);
        }
        return size < length - length / 32 ? Optional.of(Arrays.copyOf(target, size)) : Optional.empty();
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
        // Before there is room made for it: a size that was altered may ask for more than there is.
        if (rawSize != (compressed ? Zstd.getFrameContentSize(data) : data.length)) {
            throw new DamagedContentException("a pack is not of the size that it is said to have");
        }
        if (!compressed) {
            return data;
        }
        ZstdFrame.requireMeaningful(data);
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

package io.snapdsl.engine.content;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Chunks of up to about half a megabyte, compressed together. Small files that lie beside each other resemble each
 * other, so this takes a fifth less space than compressing each by itself, in less time, and a store has forty times
 * fewer things to keep.
 *
 * @param compressed whether {@code data} is a {@link SealedFrame}; what does not shrink is kept as it is
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
        return size < length - length / 32
                ? Optional.of(SealedFrame.seal(Arrays.copyOf(target, size)))
                : Optional.empty();
    }

    private static byte[] scratch(int size) {
        byte[] buffer = SCRATCH.get();
        if (buffer.length < size) {
            buffer = new byte[size];
            SCRATCH.set(buffer);
        }
        return buffer;
    }

    /** Whether it is, to the bit, what was sealed; if it is not compressed, its chunks' hashes tell that. */
    public boolean isAsSealed() {
        return !compressed || SealedFrame.isAsSealed(data);
    }

    /** @throws DamagedContentException if it is not as it was sealed */
    public byte[] unpack() {
        if (!isAsSealed()) {
            throw new DamagedContentException("the stored bytes of a pack are not those that were written");
        }
        return unpackAnyway();
    }

    /** Also what is not as it was sealed: its chunks' hashes tell which of them are still right. */
    public byte[] unpackAnyway() {
        // Before there is room made for it: a size that was altered may ask for more than there is.
        if (rawSize != (compressed ? SealedFrame.unpackedSize(data) : data.length)) {
            throw new DamagedContentException("a pack is not of the size that it is said to have");
        }
        if (!compressed) {
            return data;
        }
        try (ZstdDecompressCtx decompression = new ZstdDecompressCtx()) {
            return SealedFrame.unpack(data, rawSize, decompression);
        }
    }

    /** Another one, with only these of its chunks; empty if they are none. */
    public Optional<SealedPack> keeping(List<Slot> kept) {
        byte[] raw = unpackAnyway();
        PackBuilder builder = new PackBuilder(holds);
        for (Slot slot : kept) {
            builder.add(slot.hash(), raw, slot.offset(), slot.size());
        }
        return builder.seal();
    }
}

package io.snapdsl.engine.state;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.SealedFrame;
import java.util.Optional;

/**
 * Makes states small. From one checkpoint to the next little changes, so with the one before as its dictionary a state of
 * 10 KB takes some tens of bytes. To read one, all deltas since the last whole one are needed, so there are never many.
 */
public final class StatePacking {
    static final int MAX_STEPS = 100;

    private static final int LEVEL = 3;
    private static final byte[] NO_BASE = {};
    /** Making one of these takes longer than a state takes. */
    private static final ThreadLocal<ZstdCompressCtx> COMPRESSION =
            ThreadLocal.withInitial(() -> new ZstdCompressCtx().setLevel(LEVEL));

    private static final ThreadLocal<ZstdDecompressCtx> DECOMPRESSION = ThreadLocal.withInitial(ZstdDecompressCtx::new);

    /**
     * What a delta can be made from.
     *
     * @param steps how many deltas it takes itself
     */
    public record Base(byte[] bytes, int steps) {}

    private StatePacking() {}

    public static Packed pack(CheckpointDraft draft, Optional<Base> before) {
        if (draft.content().isPresent()) {
            return new Packed.Stored(draft.content().get());
        }
        byte[] bytes = draft.json().bytes();
        return before.filter(base -> base.steps < MAX_STEPS)
                .<Packed>map(base -> new Packed.Delta(compress(bytes, base.bytes), base.steps + 1))
                .orElseGet(() -> new Packed.Whole(compress(bytes, NO_BASE)));
    }

    /** Whether {@link #pack} would keep what follows {@code before} in the form of {@code next}. */
    static boolean mayFollow(Optional<Packed> before, Packed next) {
        int steps = before.map(StatePacking::steps).orElse(MAX_STEPS);
        return next instanceof Packed.Stored || steps(next) == (steps == MAX_STEPS ? 0 : steps + 1);
    }

    private static int steps(Packed packed) {
        if (packed instanceof Packed.Delta delta) {
            return delta.steps();
        }
        // After what is stored elsewhere there is nothing to make a delta from, as after the last that may be one.
        return packed instanceof Packed.Whole ? 0 : MAX_STEPS;
    }

    /** What the next delta can be made from. */
    public static Optional<Base> base(Packed packed, byte[] bytes) {
        if (packed instanceof Packed.Delta delta) {
            return Optional.of(new Base(bytes, delta.steps()));
        }
        return packed instanceof Packed.Whole ? Optional.of(new Base(bytes, 0)) : Optional.empty();
    }

    static byte[] unpack(Packed.Whole whole) {
        return decompress(whole.data(), NO_BASE);
    }

    static byte[] unpack(Packed.Delta delta, byte[] base) {
        return decompress(delta.data(), base);
    }

    private static byte[] compress(byte[] bytes, byte[] base) {
        ZstdCompressCtx context = COMPRESSION.get();
        context.loadDict(base);
        return SealedFrame.seal(context.compress(bytes));
    }

    private static byte[] decompress(byte[] data, byte[] base) {
        if (!SealedFrame.isAsSealed(data)) {
            throw new DamagedContentException("its stored bytes are not those that were written");
        }
        long size = SealedFrame.unpackedSize(data);
        if (size < 0 || size > LargeStates.LIMIT) {
            throw new DamagedContentException("it does not say how much it unpacks to");
        }
        ZstdDecompressCtx context = DECOMPRESSION.get();
        context.loadDict(base);
        return SealedFrame.unpack(data, (int) size, context);
    }
}

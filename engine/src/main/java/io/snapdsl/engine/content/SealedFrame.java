package io.snapdsl.engine.content;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A zstd frame as it is stored: where zstd has four bytes that are the same in every frame, there is a checksum of the rest. What
 * a frame unpacks to is checked by hashes; but the same can be packed in more than one way, so a changed byte need not change that.
 * Frames from before there were checksums begin as zstd has it, and are read as they are.
 */
public final class SealedFrame {
    private static final int MAGIC = 0xFD2FB528;
    private static final int START = Integer.BYTES;
    /** Of the byte after the start. It is never set, and zstd ignores it. */
    private static final int UNUSED_BIT = 1 << 4;

    private SealedFrame() {}

    /** {@code frame} itself, which is no longer one that zstd knows. */
    public static byte[] seal(byte[] frame) {
        start(frame).putInt(checksum(frame));
        return frame;
    }

    /** Whether it is, to the bit, what was sealed. */
    public static boolean isAsSealed(byte[] sealed) {
        if (sealed.length <= START) {
            return false;
        }
        int noted = start(sealed).getInt();
        return noted == MAGIC ? (sealed[START] & UNUSED_BIT) == 0 : noted == checksum(sealed);
    }

    /** How much it unpacks to; negative if it does not say so. */
    public static long unpackedSize(byte[] sealed) {
        return sealed.length <= START ? -1 : Zstd.getFrameContentSize(sealed, START, sealed.length - START, true);
    }

    /**
     * What it unpacks to, whether it is as it was sealed or not.
     *
     * @throws DamagedContentException if it does not unpack to that size
     */
    public static byte[] unpack(byte[] sealed, int size, ZstdDecompressCtx context) {
        try {
            byte[] bytes = context.setMagicless(true).decompress(sealed, START, sealed.length - START, size);
            if (bytes.length != size) {
                throw new DamagedContentException("it does not unpack to its size");
            }
            return bytes;
        } catch (ZstdException e) {
            throw new DamagedContentException("it does not unpack: " + e.getMessage(), e);
        }
    }

    private static ByteBuffer start(byte[] frame) {
        return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checksum(byte[] frame) {
        CRC32C checksum = new CRC32C();
        checksum.update(frame, START, frame.length - START);
        return (int) checksum.getValue();
    }
}

package io.snapdsl.engine.state;

import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.ZstdFrame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A zstd frame as it is stored: where zstd has four bytes that are the same in every frame, there is a checksum of the rest. What
 * a frame unpacks to is checked by hashes; but the same can be packed in more than one way, so a changed byte need not change that.
 * Frames from before there were checksums begin as zstd has it, and are read as they are.
 */
final class SealedFrame {
    private static final int MAGIC = 0xFD2FB528;
    private static final int START = Integer.BYTES;

    private SealedFrame() {}

    /** {@code frame} itself, which is no longer one that zstd knows. */
    static byte[] seal(byte[] frame) {
        start(frame).putInt(checksum(frame));
        return frame;
    }

    /**
     * The frame as zstd knows it.
     *
     * @throws DamagedContentException if it is not, to the bit, what was sealed
     */
    static byte[] open(byte[] sealed) {
        if (sealed.length <= START) {
            throw new DamagedContentException("it is too short to be unpacked");
        }
        int noted = start(sealed).getInt();
        if (noted == MAGIC) {
            ZstdFrame.requireMeaningful(sealed);
            return sealed;
        }
        if (noted != checksum(sealed)) {
            throw new DamagedContentException("its stored bytes are not those that were written");
        }
        byte[] frame = sealed.clone();
        start(frame).putInt(MAGIC);
        return frame;
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

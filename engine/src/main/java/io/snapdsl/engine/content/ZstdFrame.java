package io.snapdsl.engine.content;

/** What zstd itself lets pass. */
public final class ZstdFrame {
    private static final int DESCRIPTOR = 4;
    private static final int UNUSED_BIT = 1 << 4;

    private ZstdFrame() {}

    /** One bit has no meaning: it is never set, and whoever unpacks ignores it. So that it can't be altered unseen. */
    public static void requireMeaningful(byte[] frame) {
        if (frame.length > DESCRIPTOR && (frame[DESCRIPTOR] & UNUSED_BIT) != 0) {
            throw new DamagedContentException("a bit is set that nobody has set");
        }
    }
}

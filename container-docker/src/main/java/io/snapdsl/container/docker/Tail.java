package io.snapdsl.container.docker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The end of an output, where what went wrong usually is. */
final class Tail {
    private static final int KEPT = 8 * 1024;

    private byte[] bytes = {};
    private boolean shortened;

    synchronized void add(byte[] more) {
        byte[] all = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, all, bytes.length, more.length);
        shortened |= all.length > KEPT;
        bytes = Arrays.copyOfRange(all, Math.max(0, all.length - KEPT), all.length);
    }

    @Override
    public synchronized String toString() {
        return (shortened ? "…" : "") + new String(bytes, StandardCharsets.UTF_8);
    }
}

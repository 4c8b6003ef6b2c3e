package io.snapdsl.engine.diff;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Text cut behind each line feed, the only byte that ends a line; the last line may lack it. */
final class Lines {
    private final byte[] bytes;
    /** Where each line starts, and behind them where the last one ends. */
    private final int[] starts;

    Lines(byte[] bytes) {
        this.bytes = bytes;
        starts = new int[count(bytes) + 1];
        int line = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                starts[++line] = i + 1;
            }
        }
        starts[starts.length - 1] = bytes.length;
    }

    static int count(byte[] bytes) {
        int count = 0;
        for (byte b : bytes) {
            if (b == '\n') {
                count++;
            }
        }
        boolean unfinished = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
        return unfinished ? count + 1 : count;
    }

    int count() {
        return starts.length - 1;
    }

    boolean endsWithLineFeed(int line) {
        return bytes[starts[line + 1] - 1] == '\n';
    }

    /** Whether the first line ends with a carriage return and a line feed. */
    boolean isOfWindows() {
        return count() > 0 && endsWithLineFeed(0) && starts[1] > 1 && bytes[starts[1] - 2] == '\r';
    }

    boolean equal(int line, Lines other, int otherLine) {
        return Arrays.equals(
                bytes,
                starts[line],
                starts[line + 1],
                other.bytes,
                other.starts[otherLine],
                other.starts[otherLine + 1]);
    }

    /** FNV-1a, with its upper half folded in because a hash table only looks at the lower bits. */
    int hash(int line) {
        int hash = 0x811C9DC5;
        for (int i = starts[line]; i < starts[line + 1]; i++) {
            hash = (hash ^ bytes[i]) * 0x01000193;
        }
        return hash ^ (hash >>> 15);
    }

    /** In bytes, its line feed included. */
    int length(int line) {
        return starts[line + 1] - starts[line];
    }

    /** Without its line feed. */
    byte[] line(int line) {
        int end = starts[line + 1] - (endsWithLineFeed(line) ? 1 : 0);
        return Arrays.copyOfRange(bytes, starts[line], end);
    }

    void write(int line, OutputStream out) throws IOException {
        out.write(bytes, starts[line], starts[line + 1] - starts[line]);
    }
}

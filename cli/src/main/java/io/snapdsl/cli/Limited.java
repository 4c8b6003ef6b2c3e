package io.snapdsl.cli;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Bytes for an agent: all of them, or none if they are too many to be held and read. */
final class Limited extends OutputStream {
    private static final int MOST = 4 << 20;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long count;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] more, int offset, int length) {
        count += length;
        if (count <= MOST) {
            bytes.write(more, offset, length);
        }
    }

    byte[] complete() {
        if (count > MOST) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "That is " + Output.size(count) + ", more than the " + Output.size(MOST)
                            + " that an agent is given at once.",
                    "Ask for less: fewer paths, a lower limit, no 'patch'; a large file can be restored and read there.");
        }
        return bytes.toByteArray();
    }
}

package io.snapdsl.engine.diff;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;

/** Writes whole contents the way git does in a binary patch: deflated, in base 85, at most 52 bytes to a line. */
final class BinaryPatch extends OutputStream {
    private static final byte[] DIGITS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final int LINE = 52;
    private static final VarHandle BIG_ENDIAN = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final OutputStream out;
    private final byte[] line = new byte[LINE];
    private int length;

    private BinaryPatch(OutputStream out) {
        this.out = out;
    }

    /** The new content, and the old one so that the patch can be applied in reverse. */
    static void write(ContentDelta contents, OutputStream out) throws IOException {
        out.write(ascii("GIT binary patch\n"));
        literal(contents.after(), out);
        literal(contents.before(), out);
    }

    private static void literal(Optional<Blob> blob, OutputStream out) throws IOException {
        out.write(ascii("literal " + (blob.isPresent() ? blob.get().size() : 0) + "\n"));
        try (OutputStream deflated = new DeflaterOutputStream(new BinaryPatch(out))) {
            if (blob.isPresent()) {
                blob.get().copyTo(deflated);
            }
        }
        out.write('\n');
    }

    @Override
    public void write(int b) throws IOException {
        line[length++] = (byte) b;
        if (length == LINE) {
            endLine();
        }
    }

    @Override
    public void close() throws IOException {
        endLine();
    }

    /** A letter that says how many bytes the line holds, then five digits for every four of them. */
    private void endLine() throws IOException {
        if (length == 0) {
            return;
        }
        Arrays.fill(line, length, LINE, (byte) 0);
        out.write(length <= 26 ? 'A' + length - 1 : 'a' + length - 27);
        for (int i = 0; i < length; i += 4) {
            writeDigits((int) BIG_ENDIAN.get(line, i));
        }
        out.write('\n');
        length = 0;
    }

    private void writeDigits(int word) throws IOException {
        long rest = Integer.toUnsignedLong(word);
        byte[] digits = new byte[5];
        for (int i = 4; i >= 0; i--) {
            digits[i] = DIGITS[(int) (rest % 85)];
            rest /= 85;
        }
        out.write(digits);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

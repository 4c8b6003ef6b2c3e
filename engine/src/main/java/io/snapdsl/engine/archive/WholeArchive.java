package io.snapdsl.engine.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Hands an archive on, and makes sure on the way that it has its end: an engine's may just stop, as if that were all. */
public final class WholeArchive {
    private WholeArchive() {}

    /** @throws IOException also if it is cut off, when all that there is of it has been written */
    public static void copy(InputStream archive, OutputStream out) throws IOException {
        InputStream copied = new Copied(archive, out);
        TarReader reader = new TarReader(copied);
        while (reader.next().isPresent()) {}
        copied.transferTo(OutputStream.nullOutputStream());
    }

    /** Everything that is read or skipped is written too. */
    private static final class Copied extends InputStream {
        private final InputStream in;
        private final OutputStream out;
        private final byte[] passing = new byte[1 << 16];

        Copied(InputStream in, OutputStream out) {
            this.in = in;
            this.out = out;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = in.read(bytes, offset, length);
            if (count > 0) {
                out.write(bytes, offset, count);
            }
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            return Math.max(0, read(passing, 0, (int) Math.min(count, passing.length)));
        }
    }
}

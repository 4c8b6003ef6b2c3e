package io.snapdsl.cli.output;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Standard output that remembers what went wrong: Java's own swallows it, and a full disk would look like success. */
final class StandardOutput extends FilterOutputStream {
    private IOException failure;

    StandardOutput(OutputStream out) {
        super(new BufferedOutputStream(out, 1 << 16));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        attempt(() -> out.write(bytes, offset, length));
    }

    @Override
    public void write(int b) throws IOException {
        attempt(() -> out.write(b));
    }

    @Override
    public void flush() throws IOException {
        attempt(out::flush);
    }

    /** A reader that has seen enough and closed the pipe is no failure. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure)
                .filter(e -> !String.valueOf(e.getMessage()).contains("Broken pipe"));
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void attempt(Writing writing) throws IOException {
        if (failure != null) {
            return; // Nothing more is of use after a gap.
        }
        try {
            writing.run();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}

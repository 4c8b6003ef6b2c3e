package io.snapdsl.container.docker;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** What comes from a socket, read in pieces as large as it holds. */
final class SocketInput extends InputStream {
    /** An engine writes half as much at a time. */
    private static final int PIECE = 64 * 1024;
    /** Far more than any line that an engine writes. */
    private static final int LONGEST_LINE = 64 * 1024;

    private final SocketChannel channel;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE).limit(0);

    SocketInput(SocketChannel channel) {
        this.channel = channel;
    }

    private boolean hasMore() throws IOException {
        if (piece.hasRemaining()) {
            return true;
        }
        piece.clear();
        int count = channel.read(piece);
        piece.flip();
        return count > 0;
    }

    @Override
    public int read() throws IOException {
        return hasMore() ? piece.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!hasMore()) {
            return -1;
        }
        int count = Math.min(length, piece.remaining());
        piece.get(target, offset, count);
        return count;
    }

    /** Without the end of the line. */
    String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = read(); next != '\n'; next = read()) {
            if (next < 0 || line.length() == LONGEST_LINE) {
                throw new EOFException("the engine's answer ends in the middle");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

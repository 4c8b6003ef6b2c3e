package io.snapdsl.container.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Bytes on their way from one thread to another, in few large blocks: an operating system's pipe takes so little at a time
 * that the two threads spend a third more on taking turns. It ends only when its writer says that all was written: what
 * stops half-way must not be taken for complete.
 */
final class BlockQueue {
    private static final int BLOCK = 256 * 1024;
    private static final int AHEAD = 8;

    private enum Writer {
        BUSY,
        DONE,
        GAVE_UP
    }

    private record Block(byte[] bytes, int length) {}

    private final Deque<Block> full = new ArrayDeque<>();
    private final Deque<byte[]> free = new ArrayDeque<>();
    private Writer writer = Writer.BUSY;
    private boolean abandoned;

    Writing writing() {
        return new Writing();
    }

    InputStream reading() {
        return new Reading();
    }

    /** Nobody reads any more: the next write fails. */
    synchronized void abandon() {
        abandoned = true;
        full.clear();
        notifyAll();
    }

    synchronized boolean isAbandoned() {
        return abandoned;
    }

    private synchronized void put(Block block) throws IOException {
        while (full.size() == AHEAD && !abandoned) {
            await();
        }
        if (abandoned) {
            throw new IOException("nobody reads this any more");
        }
        full.add(block);
        notifyAll();
    }

    private synchronized byte[] emptyBlock() {
        return free.isEmpty() ? new byte[BLOCK] : free.remove();
    }

    private synchronized void end(Writer how) {
        writer = how;
        notifyAll();
    }

    /** @return nothing left: a block of length 0 */
    private synchronized Block next(Block read) throws IOException {
        if (read.length() > 0) {
            free.add(read.bytes());
        }
        while (full.isEmpty() && writer == Writer.BUSY) {
            await();
        }
        if (full.isEmpty() && writer == Writer.GAVE_UP) {
            throw new IOException("the archive could not be written to its end");
        }
        notifyAll();
        return full.isEmpty() ? new Block(read.bytes(), 0) : full.remove();
    }

    private void await() throws IOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    /** To be ended one way or the other. */
    final class Writing extends OutputStream {
        private byte[] bytes = emptyBlock();
        private int length;

        private Writing() {}

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int count) throws IOException {
            int done = 0;
            while (done < count) {
                int part = Math.min(count - done, bytes.length - length);
                System.arraycopy(source, offset + done, bytes, length, part);
                length += part;
                done += part;
                if (length == bytes.length) {
                    handOver();
                }
            }
        }

        private void handOver() throws IOException {
            put(new Block(bytes, length));
            bytes = emptyBlock();
            length = 0;
        }

        void complete() throws IOException {
            if (length > 0) {
                handOver();
            }
            end(Writer.DONE);
        }

        void giveUp() {
            end(Writer.GAVE_UP);
        }
    }

    private final class Reading extends InputStream {
        private Block block = new Block(new byte[0], 0);
        private int position;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int count) throws IOException {
            if (position == block.length()) {
                block = next(block);
                position = 0;
            }
            if (block.length() == 0) {
                return -1;
            }
            int part = Math.min(count, block.length() - position);
            System.arraycopy(block.bytes(), position, target, offset, part);
            position += part;
            return part;
        }

        /** By the client, when the engine takes no more. */
        @Override
        public void close() {
            abandon();
        }
    }
}

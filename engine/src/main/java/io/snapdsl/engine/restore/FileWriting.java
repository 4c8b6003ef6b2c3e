package io.snapdsl.engine.restore;

import io.snapdsl.engine.content.ChunkList;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;

/** Writes a file's stored bytes to disk. */
final class FileWriting {
    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final int BLOCK = 64 << 10;
    private static final byte[] ZEROS = new byte[BLOCK];

    private FileWriting() {}

    /** Answers the number of bytes; {@code file} must not exist. */
    static long write(ContentReader content, Content from, Path file) throws IOException {
        try (SeekableByteChannel out = Files.newByteChannel(file, CREATE)) {
            if (!from.split()) {
                ByteBuffer bytes = ByteBuffer.wrap(content.chunk(from.hash()));
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                return out.position();
            }
            for (ChunkList.Chunk chunk : content.chunks(from)) {
                writeSparsely(content.chunk(chunk.hash()), out);
            }
            return close(out);
        }
    }

    /** Long runs of zeros are skipped instead of written: a sparse file stays sparse. */
    private static void writeSparsely(byte[] bytes, SeekableByteChannel out) throws IOException {
        for (int start = 0; start < bytes.length; start += BLOCK) {
            int length = Math.min(BLOCK, bytes.length - start);
            if (Arrays.equals(bytes, start, start + length, ZEROS, 0, length)) {
                out.position(out.position() + length);
            } else {
                ByteBuffer block = ByteBuffer.wrap(bytes, start, length);
                while (block.hasRemaining()) {
                    out.write(block);
                }
            }
        }
    }

    /** A file that ends in a hole needs its last byte written to have its length. */
    private static long close(SeekableByteChannel out) throws IOException {
        long length = out.position();
        if (out.size() < length) {
            out.position(length - 1);
            out.write(ByteBuffer.allocate(1));
        }
        return length;
    }
}

package io.snapdsl.engine.content;

import io.snapdsl.engine.files.FileOpening;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file's bytes as they are named and stored: one chunk, or several and their list. */
public record FileContent(long size, Content content) {
    /** Receives each piece of a file as it is read. The bytes are only valid during the call. */
    public interface Sink {
        Sink NONE = new Sink() {
            @Override
            public void chunk(Hash hash, byte[] bytes, int offset, int length) {}

            @Override
            public void list(byte[] encoded) {}
        };

        void chunk(Hash hash, byte[] bytes, int offset, int length);

        void list(byte[] encoded);
    }

    private static final long UNKNOWN_SIZE = -1;

    private static final ThreadLocal<ByteBuffer> BUFFER =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(ChunkSplitter.WHOLE_FILE_LIMIT + 1));
    private static final ThreadLocal<ByteBuffer> WINDOW = ThreadLocal.withInitial(ChunkSplitter::newWindow);

    public static FileContent read(Path file, Sink sink) throws IOException {
        return read(file, UNKNOWN_SIZE, sink);
    }

    /**
     * As {@link #read(Path, Sink)}, for who knows the size and looks at the file again afterwards: where just as much was
     * read, the file isn't asked for more.
     */
    public static FileContent read(Path file, long size, Sink sink) throws IOException {
        try (SeekableByteChannel channel = FileOpening.open(file)) {
            return read(channel, size, sink);
        }
    }

    /** All of an open file, which is at its beginning. */
    public static FileContent read(SeekableByteChannel channel, Sink sink) throws IOException {
        return read(channel, UNKNOWN_SIZE, sink);
    }

    private static FileContent read(SeekableByteChannel channel, long size, Sink sink) throws IOException {
        ByteBuffer buffer = BUFFER.get().clear();
        boolean ended = false;
        while (!ended && buffer.hasRemaining()) {
            ended = channel.read(buffer) < 0 || buffer.position() == size && buffer.hasRemaining();
        }
        if (!ended) {
            // A file that grows faster than it is read would never end; whoever asked sees that it has changed.
            return split(channel.position(0), channel.size(), sink);
        }
        return whole(buffer.array(), buffer.position(), sink);
    }

    /** As if {@code bytes} were read from a file. */
    public static FileContent of(byte[] bytes, Sink sink) throws IOException {
        return bytes.length > ChunkSplitter.WHOLE_FILE_LIMIT
                ? split(Channels.newChannel(new ByteArrayInputStream(bytes)), bytes.length, sink)
                : whole(bytes, bytes.length, sink);
    }

    private static FileContent whole(byte[] bytes, int size, Sink sink) {
        Hash hash = Hash.of(bytes, 0, size);
        sink.chunk(hash, bytes, 0, size);
        return new FileContent(size, Content.whole(hash));
    }

    private static FileContent split(ReadableByteChannel channel, long sizeNow, Sink sink) throws IOException {
        ChunkSplitter splitter = new ChunkSplitter(channel, WINDOW.get());
        List<ChunkList.Chunk> chunks = new ArrayList<>();
        long size = 0;
        for (ByteBuffer chunk = splitter.next(); chunk.hasRemaining() && size <= sizeNow; chunk = splitter.next()) {
            Hash hash = Hash.of(chunk.array(), chunk.position(), chunk.remaining());
            sink.chunk(hash, chunk.array(), chunk.position(), chunk.remaining());
            chunks.add(new ChunkList.Chunk(hash, chunk.remaining()));
            size += chunk.remaining();
        }
        byte[] list = new ChunkList(chunks).encode();
        sink.list(list);
        return new FileContent(size, Content.split(Hash.of(list)));
    }
}

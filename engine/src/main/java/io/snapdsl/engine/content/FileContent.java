package io.snapdsl.engine.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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

    private static final Set<OpenOption> OPEN = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final ThreadLocal<ByteBuffer> BUFFER =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(ChunkSplitter.WHOLE_FILE_LIMIT + 1));

    public static FileContent read(Path file, Sink sink) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file, OPEN)) {
            ByteBuffer buffer = BUFFER.get().clear();
            int count = 0;
            while (count >= 0 && buffer.hasRemaining()) {
                count = channel.read(buffer);
            }
            if (count >= 0) {
                return split(channel.position(0), sink);
            }
            int size = buffer.position();
            Hash hash = Hash.of(buffer.array(), 0, size);
            sink.chunk(hash, buffer.array(), 0, size);
            return new FileContent(size, Content.whole(hash));
        }
    }

    private static FileContent split(SeekableByteChannel channel, Sink sink) throws IOException {
        // A file that grows faster than it is read would never end; whoever asked sees that it has changed.
        long sizeNow = channel.size();
        ChunkSplitter splitter = new ChunkSplitter(channel);
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

package io.snapdsl.engine.capture;

import io.snapdsl.engine.content.ChunkList;
import io.snapdsl.engine.content.ChunkSplitter;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.FileStat;
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

/** Reads one file into the store, as a whole that existed at one moment if that can be had. */
final class FileCapture {
    private static final int ATTEMPTS = 3;
    private static final Set<OpenOption> OPEN =
            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final ThreadLocal<ByteBuffer> BUFFER =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(ChunkSplitter.WHOLE_FILE_LIMIT + 1));

    private final ContentWriter content;

    FileCapture(ContentWriter content) {
        this.content = content;
    }

    /** @param stable whether the file held still while it was read */
    record Captured(FileStat stat, long size, Content content, boolean stable) {}

    Captured capture(Path file, FileStat before) throws IOException {
        FileStat stat = before;
        for (int attempt = 1; ; attempt++) {
            Read read = read(file);
            FileStat after = FileStat.of(file);
            boolean stable = after.equals(stat) && read.size == after.size();
            if (stable || attempt == ATTEMPTS) {
                return new Captured(stat, read.size, read.content, stable);
            }
            stat = after;
        }
    }

    private record Read(long size, Content content) {}

    private Read read(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file, OPEN)) {
            ByteBuffer buffer = BUFFER.get().clear();
            int count = 0;
            while (count >= 0 && buffer.hasRemaining()) {
                count = channel.read(buffer);
            }
            if (count < 0) {
                Hash hash = Hash.of(buffer.array(), 0, buffer.position());
                content.addFileChunk(hash, buffer.array(), 0, buffer.position());
                return new Read(buffer.position(), Content.whole(hash));
            }
            return split(channel.position(0));
        }
    }

    private Read split(SeekableByteChannel channel) throws IOException {
        ChunkSplitter splitter = new ChunkSplitter(channel);
        List<ChunkList.Chunk> chunks = new ArrayList<>();
        long size = 0;
        for (ByteBuffer chunk = splitter.next(); chunk.hasRemaining(); chunk = splitter.next()) {
            Hash hash = Hash.of(chunk.array(), chunk.position(), chunk.remaining());
            content.addFileChunk(hash, chunk.array(), chunk.position(), chunk.remaining());
            chunks.add(new ChunkList.Chunk(hash, chunk.remaining()));
            size += chunk.remaining();
        }
        return new Read(size, Content.split(content.addObject(new ChunkList(chunks).encode())));
    }
}

package io.snapdsl.engine.content;

import java.util.ArrayList;
import java.util.List;

/** The chunks of a large file, in order. */
public record ChunkList(List<Chunk> chunks) {
    public record Chunk(Hash hash, int size) {}

    public ChunkList {
        chunks = List.copyOf(chunks);
    }

    public byte[] encode() {
        ByteWriter out = new ByteWriter(8 + chunks.size() * 36).varint(chunks.size());
        for (Chunk chunk : chunks) {
            out.hash(chunk.hash).varint(chunk.size);
        }
        return out.toByteArray();
    }

    public static ChunkList decode(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        int count = in.count();
        List<Chunk> chunks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            chunks.add(new Chunk(in.hash(), Math.toIntExact(in.varint())));
        }
        in.expectEnd();
        return new ChunkList(chunks);
    }
}

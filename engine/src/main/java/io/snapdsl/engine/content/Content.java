package io.snapdsl.engine.content;

/**
 * Names a file's bytes. A file of up to {@link ChunkSplitter#WHOLE_FILE_LIMIT} is one chunk and {@code hash} is its
 * SHA-256; a larger one is split, and {@code hash} names the {@link ChunkList} that puts it together again.
 */
public record Content(Hash hash, boolean split) {
    public static Content whole(Hash hash) {
        return new Content(hash, false);
    }

    public static Content split(Hash chunkList) {
        return new Content(chunkList, true);
    }
}

package io.snapdsl.engine.state;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.store.ContentStore;
import java.io.IOException;
import java.io.UncheckedIOException;

/** States that are stored as content, in parts, because a delta would have to be made from all of one each time. */
public final class LargeStates {
    static final int LIMIT = 256 << 10;

    private LargeStates() {}

    public static boolean isLarge(CanonicalJson json) {
        return json.bytes().length > LIMIT;
    }

    /** The caller keeps sweeps out until something refers to it. */
    public static Content write(CanonicalJson json, ContentStore store) {
        try (ContentWriter writer = new ContentWriter(store)) {
            Content content = name(json, writer);
            writer.finish();
            return content;
        }
    }

    /** What {@link #write} answers. */
    public static Content name(CanonicalJson json) {
        return name(json, FileContent.Sink.NONE);
    }

    private static Content name(CanonicalJson json, FileContent.Sink sink) {
        try {
            return FileContent.of(json.bytes(), sink).content();
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory can always be read", e);
        }
    }
}

package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.tree.TreeEntry;
import java.io.IOException;
import java.util.Optional;

/** What a file held before and after, read from the store. The two together are binary as soon as one is. */
record ContentDelta(Optional<Blob> before, Optional<Blob> after) {
    private static final Lines NONE = new Lines(new byte[0]);

    static ContentDelta read(Optional<TreeEntry> before, Optional<TreeEntry> after, ContentReader content)
            throws IOException {
        return new ContentDelta(blob(before, content), blob(after, content));
    }

    private static Optional<Blob> blob(Optional<TreeEntry> entry, ContentReader content) throws IOException {
        return entry.isPresent() ? Optional.of(Blob.of(entry.get(), content)) : Optional.empty();
    }

    boolean isBinary() {
        return before.map(Blob::isBinary).orElse(false)
                || after.map(Blob::isBinary).orElse(false);
    }

    /** Only for what is not binary. */
    Lines oldLines() {
        return before.map(Blob::lines).orElse(NONE);
    }

    /** Only for what is not binary. */
    Lines newLines() {
        return after.map(Blob::lines).orElse(NONE);
    }
}

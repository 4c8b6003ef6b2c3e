package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.diff.LineMerge;
import io.snapdsl.engine.diff.LineMerge.Labels;
import io.snapdsl.engine.diff.LineMerge.Merged;
import io.snapdsl.engine.diff.LineMerge.Overlaps;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** What a file holds once its renaming is taken back, and with it what was edited on the way. */
final class RenamedContent {
    private final ContentReader content;
    private final ContentWriter writer;
    private final Instant time;

    /** @param time when merged files are said to be modified */
    RenamedContent(ContentReader content, ContentWriter writer, Instant time) {
        this.content = content;
        this.writer = writer;
        this.time = time;
    }

    /**
     * The file as it is now, without what the renaming changed from {@code original} to {@code made}; nothing where that
     * overlaps with what was changed since.
     */
    Optional<FileEntry> without(FileEntry made, FileEntry original, FileEntry now) {
        if (original.sameContent(made)) {
            return Optional.of(now);
        }
        if (now.sameContent(made)) {
            return Optional.of(original);
        }
        try {
            Optional<byte[]> base = LineMerge.text(made, content);
            Optional<byte[]> theirs = LineMerge.text(original, content);
            Optional<byte[]> ours = LineMerge.text(now, content);
            if (base.isEmpty() || theirs.isEmpty() || ours.isEmpty()) {
                return Optional.empty();
            }
            Merged merged = LineMerge.merge(base.get(), ours.get(), theirs.get(), Overlaps.BOTH, new Labels("", ""));
            return merged.overlaps() ? Optional.empty() : Optional.of(stored(merged.text(), now));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FileEntry stored(byte[] text, FileEntry like) throws IOException {
        FileContent stored = FileContent.of(text, writer);
        return new FileEntry(like.name(), like.mode(), time, stored.size(), stored.content(), OptionalLong.empty());
    }
}

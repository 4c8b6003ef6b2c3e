package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.diff.LineMerge;
import io.snapdsl.engine.diff.LineMerge.Labels;
import io.snapdsl.engine.diff.LineMerge.Merged;
import io.snapdsl.engine.diff.LineMerge.Overlaps;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Takes a change of one file back where the file was changed again since: content and mode each for itself. */
final class FileReversal {
    private static final byte[] NO_TEXT = {};

    private final ContentReader content;
    private final ContentWriter writer;
    private final Decisions decisions;
    private final LinkGroups links;
    private final Instant time;
    /** What was merged here is not to be read from the store yet. */
    private final Map<Content, byte[]> merged = new HashMap<>();

    /** @param time when merged files are said to be modified */
    FileReversal(ContentReader content, ContentWriter writer, Decisions decisions, LinkGroups links, Instant time) {
        this.content = content;
        this.writer = writer;
        this.decisions = decisions;
        this.links = links;
        this.time = time;
    }

    /** Forgets the texts that were only needed for further reversals of the same file. */
    void next() {
        merged.clear();
    }

    /** @param origin the snapshot that {@code before} is of, for the markers */
    FileEntry revert(TreePath path, FileEntry after, FileEntry before, FileEntry now, String origin) {
        FileEntry result = before.sameContent(after) || before.sameContent(now)
                ? now
                : now.sameContent(after)
                        ? withContent(now, before.modified(), before.size(), before.content(), before)
                        : mergeText(path, after, before, now, origin);
        int mode = decisions.mode(path, after.mode(), before.mode(), now.mode());
        return new FileEntry(
                result.name(), mode, result.modified(), result.size(), result.content(), result.linkGroup());
    }

    /** Both versions in one file, where each stands for itself; nothing if they are no texts. */
    Optional<FileEntry> withMarkers(FileEntry before, FileEntry now, String origin) {
        return text(before)
                .flatMap(theirs -> text(now).map(ours -> merge(NO_TEXT, ours, theirs, Overlaps.BOTH, origin)))
                .map(both -> store(now, before, both.text()));
    }

    private FileEntry mergeText(TreePath path, FileEntry after, FileEntry before, FileEntry now, String origin) {
        Optional<byte[]> base = text(after);
        Optional<byte[]> theirs = text(before);
        Optional<byte[]> ours = text(now);
        if (base.isEmpty() || theirs.isEmpty() || ours.isEmpty()) {
            boolean take = decisions.takesTheirs(path, "is binary and was changed since");
            return take ? withContent(now, before.modified(), before.size(), before.content(), before) : now;
        }
        Merged result = merge(base.get(), ours.get(), theirs.get(), decisions.overlaps(), origin);
        if (result.overlaps()) {
            decisions.conflict(path, "has lines that were changed since");
        }
        return store(now, before, result.text());
    }

    private static Merged merge(byte[] base, byte[] ours, byte[] theirs, Overlaps overlaps, String origin) {
        return LineMerge.merge(base, ours, theirs, overlaps, new Labels("now", "snapshot " + origin));
    }

    private Optional<byte[]> text(FileEntry file) {
        byte[] own = merged.get(file.content());
        if (own != null) {
            return Optional.of(own);
        }
        try {
            return LineMerge.text(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FileEntry store(FileEntry now, FileEntry before, byte[] text) {
        try {
            FileContent stored = FileContent.of(text, writer);
            merged.put(stored.content(), text);
            return stored.content().equals(now.content())
                    ? now
                    : withContent(now, time, stored.size(), stored.content(), before);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FileEntry withContent(FileEntry file, Instant modified, long size, Content bytes, FileEntry linkedAs) {
        OptionalLong group = links.of(linkedAs, bytes);
        return new FileEntry(file.name(), file.mode(), modified, size, bytes, group);
    }
}

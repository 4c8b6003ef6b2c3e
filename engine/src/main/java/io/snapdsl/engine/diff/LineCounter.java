package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import java.io.IOException;
import java.util.List;

/**
 * Counts the changed lines of one file at a time, as {@link GitPatch} would print them. Files with a zero byte among
 * their first 8000, of more than 8 MiB or of more than a million lines are binary.
 */
public final class LineCounter {
    private final ContentReader content;

    public LineCounter(ContentReader content) {
        this.content = content;
    }

    public LineCounts count(FileDelta delta) throws IOException {
        if (!delta.contentChanged()) {
            return LineCounts.NONE;
        }
        ContentDelta contents = ContentDelta.read(delta.oldEntry(), delta.newEntry(), content);
        if (contents.isBinary()) {
            return LineCounts.BINARY;
        }
        Lines old = contents.oldLines();
        Lines now = contents.newLines();
        if (delta.kind() == FileDelta.Kind.TYPE_CHANGED) {
            return new LineCounts(false, now.count(), old.count());
        }
        List<Edit> edits = LineDiff.edits(old, now);
        return new LineCounts(
                false,
                edits.stream().mapToInt(Edit::added).sum(),
                edits.stream().mapToInt(Edit::removed).sum());
    }
}

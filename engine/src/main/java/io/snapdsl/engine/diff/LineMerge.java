package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.diff.Sequence;
import org.eclipse.jgit.diff.SequenceComparator;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeChunk;

/**
 * Merges two changed versions of a text, line by line, as git does: changes with an unchanged line between them both
 * count, changes of the same or of neighbouring lines overlap unless they are the same change.
 */
public final class LineMerge {
    /** Whose lines are written where both versions changed the same ones. */
    public enum Overlaps {
        OURS,
        THEIRS,
        /** Both, between git's conflict markers. */
        BOTH
    }

    /** What the markers call the two versions. */
    public record Labels(String ours, String theirs) {}

    public record Merged(byte[] text, boolean overlaps) {}

    private static final MergeAlgorithm MERGE = new MergeAlgorithm(new BoundedDiff());

    private final List<Lines> versions;
    private final Overlaps overlaps;
    private final Labels labels;
    private final LineOutput out;
    private boolean overlapped;

    private LineMerge(List<Lines> versions, Overlaps overlaps, Labels labels) {
        this.versions = versions;
        this.overlaps = overlaps;
        this.labels = labels;
        // Ours decides; where it has no line, theirs.
        Lines model = versions.get(1).count() > 0 ? versions.get(1) : versions.get(2);
        this.out = new LineOutput(model.isOfWindows() ? "\r\n" : "\n");
    }

    /** The file's bytes, unless it is binary or too large to be merged line by line. */
    public static Optional<byte[]> text(FileEntry file, ContentReader content) throws IOException {
        Blob blob = Blob.of(file, content);
        return blob.isBinary() ? Optional.empty() : Optional.of(blob.text());
    }

    public static Merged merge(byte[] base, byte[] ours, byte[] theirs, Overlaps overlaps, Labels labels) {
        // JGit takes an empty text for a deletion, also where it was empty before.
        if (Arrays.equals(base, ours)) {
            return new Merged(theirs, false);
        }
        if (Arrays.equals(base, theirs)) {
            return new Merged(ours, false);
        }
        LineMerge merge = new LineMerge(List.of(new Lines(base), new Lines(ours), new Lines(theirs)), overlaps, labels);
        for (MergeChunk chunk :
                MERGE.merge(RawTextComparator.DEFAULT, new RawText(base), new RawText(ours), new RawText(theirs))) {
            merge.add(chunk);
        }
        return new Merged(merge.out.toByteArray(), merge.overlapped);
    }

    private void add(MergeChunk chunk) {
        switch (chunk.getConflictState()) {
            case NO_CONFLICT -> write(chunk);
            case FIRST_CONFLICTING_RANGE -> {
                overlapped = true;
                mark("<<<<<<< " + labels.ours);
                if (overlaps != Overlaps.THEIRS) {
                    write(chunk);
                }
                mark("=======");
            }
            case NEXT_CONFLICTING_RANGE -> {
                if (overlaps != Overlaps.OURS) {
                    write(chunk);
                }
                mark(">>>>>>> " + labels.theirs);
            }
            case BASE_CONFLICTING_RANGE -> {
                // Neither git's short markers nor a choice of one side shows it.
            }
        }
    }

    private void write(MergeChunk chunk) {
        for (int line = chunk.getBegin(); line < chunk.getEnd(); line++) {
            out.line(versions.get(chunk.getSequenceIndex()), line);
        }
    }

    private void mark(String marker) {
        if (overlaps == Overlaps.BOTH) {
            out.line(new Lines((marker + out.ending).getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    /** Ends a text's unfinished last line if another follows it here. */
    private static final class LineOutput extends ByteArrayOutputStream {
        private final String ending;

        LineOutput(String ending) {
            this.ending = ending;
        }

        void line(Lines text, int line) {
            if (count > 0 && buf[count - 1] != '\n') {
                writeBytes(ending.getBytes(StandardCharsets.UTF_8));
            }
            try {
                text.write(line, this);
            } catch (IOException e) {
                throw new IllegalStateException("memory has no files to fail on", e);
            }
        }
    }

    /** What {@code diff} shows as changed is what merges; and it ends soon for every text, as JGit's own does not. */
    private static final class BoundedDiff extends DiffAlgorithm {
        @Override
        public <S extends Sequence> EditList diff(SequenceComparator<? super S> comparator, S a, S b) {
            EditList edits = new EditList();
            for (Edit edit : LineDiff.edits(lines(a), lines(b))) {
                edits.add(
                        new org.eclipse.jgit.diff.Edit(edit.oldStart(), edit.oldEnd(), edit.newStart(), edit.newEnd()));
            }
            return edits;
        }

        @Override
        public <S extends Sequence> EditList diffNonCommon(SequenceComparator<? super S> comparator, S a, S b) {
            return diff(comparator, a, b);
        }

        private static Lines lines(Sequence text) {
            return new Lines(((RawText) text).getRawContent());
        }
    }
}

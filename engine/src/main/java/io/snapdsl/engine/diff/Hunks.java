package io.snapdsl.engine.diff;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes edits as the hunks of a unified diff, with three lines of context. */
final class Hunks {
    static final int CONTEXT = 3;
    private static final byte[] NO_LINE_FEED = "\n\\ No newline at end of file\n".getBytes(StandardCharsets.US_ASCII);

    private final Lines old;
    private final Lines now;
    private final OutputStream out;

    Hunks(Lines old, Lines now, OutputStream out) {
        this.old = old;
        this.now = now;
        this.out = out;
    }

    void write(List<Edit> edits) throws IOException {
        for (List<Edit> hunk : of(edits)) {
            writeHunk(hunk);
        }
    }

    /** The edits that are so close to each other that they share their context. */
    static List<List<Edit>> of(List<Edit> edits) {
        List<List<Edit>> hunks = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= edits.size(); i++) {
            boolean apart = i == edits.size()
                    || edits.get(i).oldStart() - edits.get(i - 1).oldEnd() > 2 * CONTEXT;
            if (apart) {
                hunks.add(edits.subList(first, i));
                first = i;
            }
        }
        return hunks;
    }

    private void writeHunk(List<Edit> edits) throws IOException {
        Edit first = edits.get(0);
        Edit last = edits.get(edits.size() - 1);
        int lead = Math.min(CONTEXT, first.oldStart());
        int trail = Math.min(CONTEXT, old.count() - last.oldEnd());
        String header = "@@ -" + range(first.oldStart() - lead, last.oldEnd() + trail) + " +"
                + range(first.newStart() - lead, last.newEnd() + trail) + " @@\n";
        out.write(header.getBytes(StandardCharsets.US_ASCII));

        int written = first.oldStart() - lead;
        for (Edit edit : edits) {
            writeLines(' ', old, written, edit.oldStart());
            writeLines('-', old, edit.oldStart(), edit.oldEnd());
            writeLines('+', now, edit.newStart(), edit.newEnd());
            written = edit.oldEnd();
        }
        writeLines(' ', old, written, written + trail);
    }

    /** Lines count from one; of an empty range, the line before it is named. */
    private static String range(int start, int end) {
        int count = end - start;
        if (count == 1) {
            return String.valueOf(start + 1);
        }
        return (count == 0 ? start : start + 1) + "," + count;
    }

    private void writeLines(char mark, Lines text, int start, int end) throws IOException {
        for (int line = start; line < end; line++) {
            out.write(mark);
            text.write(line, out);
            if (!text.endsWithLineFeed(line)) {
                out.write(NO_LINE_FEED);
            }
        }
    }
}

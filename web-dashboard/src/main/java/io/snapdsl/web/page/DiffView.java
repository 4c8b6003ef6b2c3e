package io.snapdsl.web.page;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.LineCounter;
import io.snapdsl.engine.diff.LineCounts;
import io.snapdsl.engine.diff.TextDiff;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.http.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Changed files and their lines, as a page shows them. A page stays small whatever changed: after some files only names
 * follow, and after those only their number.
 *
 * @param here the page's own address, to which the choice of the layout is added
 * @param others how many more files changed than are listed
 */
public record DiffView(List<File> files, boolean sideBySide, String here, long added, long removed, long others) {
    private static final int FILES_LISTED = 500;
    private static final int FILES_SHOWN = 30;
    private static final int LINES_OF_A_FILE = 400;
    private static final int LINES_IN_ALL = 3000;

    /** @param text empty when only the name is shown */
    public record File(FileDelta delta, LineCounts counts, Optional<TextDiff> text, List<Row> rows) {
        public String change() {
            return delta.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        public TreePath path() {
            return delta.path();
        }

        /** The ending of the name, by which its syntax is known. */
        public String ending() {
            String name = delta.path().toString();
            return name.substring(name.lastIndexOf('.') + 1);
        }
    }

    /** For two columns; null where one has no line. The first of a hunk is marked. */
    public record Row(TextDiff.Line left, TextDiff.Line right, boolean first) {}

    public static DiffView of(List<FileDelta> deltas, ContentReader content, Query query, String here)
            throws IOException {
        boolean sideBySide = isSideBySide(query);
        LineCounter counter = new LineCounter(content);
        List<File> files = new ArrayList<>();
        int lines = LINES_IN_ALL;
        long added = 0;
        long removed = 0;
        for (FileDelta delta : deltas.subList(0, Math.min(deltas.size(), FILES_LISTED))) {
            Optional<TextDiff> text = Optional.empty();
            LineCounts counts = new LineCounts(false, 0, 0);
            if (files.size() < FILES_SHOWN && lines > 0 && delta.contentChanged()) {
                counts = counter.count(delta);
                TextDiff diff = TextDiff.of(delta, content, Math.min(lines, LINES_OF_A_FILE));
                lines -= diff.hunks().stream()
                        .mapToInt(hunk -> hunk.lines().size())
                        .sum();
                text = Optional.of(diff);
            }
            added += counts.added();
            removed += counts.removed();
            files.add(new File(delta, counts, text, sideBySide ? rows(text) : List.of()));
        }
        return new DiffView(files, sideBySide, here, added, removed, deltas.size() - files.size());
    }

    static boolean isSideBySide(Query query) {
        return query.text("layout").filter("split"::equals).isPresent();
    }

    public long total() {
        return files.size() + others;
    }

    private static List<Row> rows(Optional<TextDiff> text) {
        List<Row> rows = new ArrayList<>();
        text.ifPresent(diff -> diff.hunks().forEach(hunk -> pair(hunk.lines(), rows)));
        return rows;
    }

    /** Removed lines stand beside those that came in their place. */
    private static void pair(List<TextDiff.Line> lines, List<Row> rows) {
        int i = 0;
        boolean first = true;
        while (i < lines.size()) {
            if (lines.get(i).mark() == TextDiff.Mark.SAME) {
                rows.add(new Row(lines.get(i), lines.get(i), first));
                i++;
            } else {
                int removedEnd = end(lines, i, TextDiff.Mark.REMOVED);
                int addedEnd = end(lines, removedEnd, TextDiff.Mark.ADDED);
                int height = Math.max(removedEnd - i, addedEnd - removedEnd);
                for (int k = 0; k < height; k++) {
                    rows.add(new Row(
                            i + k < removedEnd ? lines.get(i + k) : null,
                            removedEnd + k < addedEnd ? lines.get(removedEnd + k) : null,
                            first && k == 0));
                }
                i = addedEnd;
            }
            first = false;
        }
    }

    private static int end(List<TextDiff.Line> lines, int start, TextDiff.Mark mark) {
        int end = start;
        while (end < lines.size() && lines.get(end).mark() == mark) {
            end++;
        }
        return end;
    }
}

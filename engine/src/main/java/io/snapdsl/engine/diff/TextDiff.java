package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.tree.ByteText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a file's text changed, for people to look at: numbered lines with some context, what could lie about itself made
 * visible. {@link GitPatch} writes the same for machines.
 *
 * @param binary whether there are no lines to show, as {@link LineCounter} defines it
 * @param cut whether there is more than was asked for
 */
public record TextDiff(boolean binary, List<Hunk> hunks, boolean cut) {
    private static final int LONGEST_LINE = 2000;

    public enum Mark {
        SAME,
        REMOVED,
        ADDED
    }

    /** @param oldNumber counted from one, 0 for an added line; and likewise the other */
    public record Line(Mark mark, int oldNumber, int newNumber, String text) {}

    /** Lines that follow each other. */
    public record Hunk(List<Line> lines) {}

    /** @param most so many lines are shown at most */
    public static TextDiff of(FileDelta delta, ContentReader content, int most) throws IOException {
        ContentDelta contents = ContentDelta.read(delta.oldEntry(), delta.newEntry(), content);
        if (contents.isBinary()) {
            return new TextDiff(true, List.of(), false);
        }
        Lines old = contents.oldLines();
        Lines now = contents.newLines();
        List<Hunk> hunks = new ArrayList<>();
        int left = most;
        for (List<Edit> edits : Hunks.of(LineDiff.edits(old, now))) {
            List<Line> lines = lines(edits, old, now);
            if (lines.size() > left) {
                hunks.add(new Hunk(lines.subList(0, left)));
                return new TextDiff(false, hunks, true);
            }
            hunks.add(new Hunk(lines));
            left -= lines.size();
        }
        return new TextDiff(false, hunks, false);
    }

    private static List<Line> lines(List<Edit> edits, Lines old, Lines now) {
        List<Line> lines = new ArrayList<>();
        int lead = Math.min(Hunks.CONTEXT, edits.get(0).oldStart());
        int oldAt = edits.get(0).oldStart() - lead;
        int newAt = edits.get(0).newStart() - lead;
        for (Edit edit : edits) {
            while (oldAt < edit.oldStart()) {
                lines.add(new Line(Mark.SAME, ++oldAt, ++newAt, text(old, oldAt - 1)));
            }
            while (oldAt < edit.oldEnd()) {
                lines.add(new Line(Mark.REMOVED, ++oldAt, 0, text(old, oldAt - 1)));
            }
            while (newAt < edit.newEnd()) {
                lines.add(new Line(Mark.ADDED, 0, ++newAt, text(now, newAt - 1)));
            }
        }
        int end = Math.min(oldAt + Hunks.CONTEXT, old.count());
        while (oldAt < end) {
            lines.add(new Line(Mark.SAME, ++oldAt, ++newAt, text(old, oldAt - 1)));
        }
        return lines;
    }

    private static String text(Lines lines, int line) {
        String text = ByteText.displayLine(lines.line(line));
        return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE) + "…";
    }
}

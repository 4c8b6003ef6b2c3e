package io.snapdsl.engine.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/** The edits that turn one text into another, in order, with at least one line in common between any two. */
final class LineDiff {
    /** Moving an edit is for looks only; in a text that repeats itself it must not take forever. */
    private static final int FARTHEST_MOVE = 1000;

    private final int[] before;
    private final int[] after;
    private final BitSet removed = new BitSet();
    private final BitSet added = new BitSet();

    private LineDiff(LineIds ids) {
        before = ids.before();
        after = ids.after();
        markChanges(ids);
    }

    static List<Edit> edits(Lines old, Lines now) {
        LineDiff diff = new LineDiff(new LineIds(old, now));
        return diff.movedDown(diff.runs());
    }

    /** Lines that one text doesn't have can't match: without them the search is short for most rewritten files. */
    private void markChanges(LineIds ids) {
        int[] oldPlaces = places(before, ids, removed);
        int[] newPlaces = places(after, ids, added);
        BoundedMyers rest = new BoundedMyers(at(oldPlaces, before), at(newPlaces, after));
        rest.aChanged().stream().forEach(i -> removed.set(oldPlaces[i]));
        rest.bChanged().stream().forEach(i -> added.set(newPlaces[i]));
    }

    /** The places of lines that are in both texts; the others are marked as changed. */
    private static int[] places(int[] lines, LineIds ids, BitSet changed) {
        int[] places = new int[lines.length];
        int count = 0;
        for (int i = 0; i < lines.length; i++) {
            if (ids.inBoth(lines[i])) {
                places[count++] = i;
            } else {
                changed.set(i);
            }
        }
        return Arrays.copyOf(places, count);
    }

    private static int[] at(int[] places, int[] lines) {
        int[] values = new int[places.length];
        for (int i = 0; i < places.length; i++) {
            values[i] = lines[places[i]];
        }
        return values;
    }

    private List<Edit> runs() {
        List<Edit> edits = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < before.length || j < after.length) {
            int oldEnd = removed.nextClearBit(i);
            int newEnd = added.nextClearBit(j);
            if (oldEnd > i || newEnd > j) {
                edits.add(new Edit(i, oldEnd, j, newEnd));
            }
            i = oldEnd + 1;
            j = newEnd + 1;
        }
        return edits;
    }

    /**
     * Where lines were only added or only removed beside equal ones, it is open which of them are meant. The last
     * possible ones read best: a new function then starts with its head and ends with its closing brace.
     */
    private List<Edit> movedDown(List<Edit> edits) {
        ArrayList<Edit> moved = new ArrayList<>(edits.size());
        for (int k = edits.size() - 1; k >= 0; k--) {
            Edit edit = edits.get(k);
            boolean joined = true;
            while (joined) {
                Edit next = moved.isEmpty() ? end() : moved.get(moved.size() - 1);
                edit = edit.shifted(possibleMove(edit, next.oldStart() - edit.oldEnd()));
                joined = !moved.isEmpty() && edit.oldEnd() == next.oldStart();
                if (joined) {
                    edit = edit.joinedWith(moved.remove(moved.size() - 1));
                }
            }
            moved.add(edit);
        }
        Collections.reverse(moved);
        return moved;
    }

    private Edit end() {
        return new Edit(before.length, before.length, after.length, after.length);
    }

    private int possibleMove(Edit edit, int room) {
        if (edit.removed() > 0 && edit.added() > 0) {
            return 0;
        }
        int[] lines = edit.added() > 0 ? after : before;
        int start = edit.added() > 0 ? edit.newStart() : edit.oldStart();
        int end = edit.added() > 0 ? edit.newEnd() : edit.oldEnd();
        int limit = Math.min(room, FARTHEST_MOVE);
        int move = 0;
        while (move < limit && lines[start + move] == lines[end + move]) {
            move++;
        }
        return move;
    }
}

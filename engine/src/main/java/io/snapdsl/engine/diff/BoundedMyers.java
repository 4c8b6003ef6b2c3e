package io.snapdsl.engine.diff;

import java.util.BitSet;

/**
 * Marks which elements of two sequences are not part of what they have in common: Myers' O(ND) algorithm in linear
 * space, with a bound.
 *
 * <p>Two searches, from the start forward and from the end backward, go on by one edit at a time until they meet; the
 * sequences are divided there and both parts are solved alone. Exact answers take time in the order of length times
 * number of edits, which for two large texts with little in common means minutes. So after {@code patience} edits the
 * search that came farther gives up and the sequences are divided where it is: the result is still correct, only
 * perhaps not the shortest. Such a search took about {@code patience}² steps and came forward by at least
 * {@code patience} elements, so all of them together take time in the order of length times patience.
 */
public final class BoundedMyers {
    /** Length times patience: a second or so at worst, up to the million lines that {@link Blob} lets pass. */
    private static final int BUDGET = 1 << 26;

    private static final int MOST_PATIENCE = 1024;

    /** The parts of both sequences that are looked at. */
    private record Box(int aStart, int aEnd, int bStart, int bEnd) {
        int size() {
            return aEnd - aStart + bEnd - bStart;
        }

        Box before(Point point) {
            return new Box(aStart, point.a, bStart, point.b);
        }

        Box after(Point point) {
            return new Box(point.a, aEnd, point.b, bEnd);
        }
    }

    private record Point(int a, int b) {}

    private final int[] a;
    private final int[] b;
    private final BitSet aChanged = new BitSet();
    private final BitSet bChanged = new BitSet();
    private final int patience;
    private final Front forward;
    private final Front backward;

    public BoundedMyers(int[] a, int[] b) {
        this.a = a;
        this.b = b;
        patience = Math.min(MOST_PATIENCE, BUDGET / Math.max(1, a.length + b.length) + 1);
        forward = new Front(patience, -1);
        backward = new Front(patience, Integer.MAX_VALUE);
        solve(new Box(0, a.length, 0, b.length));
    }

    public BitSet aChanged() {
        return aChanged;
    }

    public BitSet bChanged() {
        return bChanged;
    }

    private void solve(Box whole) {
        Box box = trimmed(whole);
        while (box.aStart < box.aEnd && box.bStart < box.bEnd) {
            Point middle = divide(box);
            Box first = trimmed(box.before(middle));
            Box second = trimmed(box.after(middle));
            // Calling itself only for the smaller part keeps the stack shallow.
            boolean firstIsSmaller = first.size() < second.size();
            solve(firstIsSmaller ? first : second);
            box = firstIsSmaller ? second : first;
        }
        aChanged.set(box.aStart, box.aEnd);
        bChanged.set(box.bStart, box.bEnd);
    }

    private Box trimmed(Box box) {
        int aStart = box.aStart;
        int aEnd = box.aEnd;
        int bStart = box.bStart;
        int bEnd = box.bEnd;
        while (aStart < aEnd && bStart < bEnd && a[aStart] == b[bStart]) {
            aStart++;
            bStart++;
        }
        while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] == b[bEnd - 1]) {
            aEnd--;
            bEnd--;
        }
        return new Box(aStart, aEnd, bStart, bEnd);
    }

    /** Where to divide a box that is trimmed and has something on both sides. */
    private Point divide(Box box) {
        int start = box.aStart - box.bStart;
        int end = box.aEnd - box.bEnd;
        // With an odd difference the searches can only meet after a step forward, else only after one backward.
        boolean odd = ((start - end) & 1) != 0;
        forward.begin(start, box.aStart);
        backward.begin(end, box.aEnd);
        for (int edits = 1; edits <= patience; edits++) {
            forward.widen(box);
            for (int d = forward.high; d >= forward.low; d -= 2) {
                int i = stepForward(box, d);
                if (odd && backward.covers(d) && backward.reached(d) <= i) {
                    return new Point(i, i - d);
                }
            }
            backward.widen(box);
            for (int d = backward.high; d >= backward.low; d -= 2) {
                int i = stepBackward(box, d);
                if (!odd && forward.covers(d) && i <= forward.reached(d)) {
                    return new Point(i, i - d);
                }
            }
        }
        return farthest(box);
    }

    private int stepForward(Box box, int d) {
        int i = Math.max(forward.reached(d - 1) + 1, forward.reached(d + 1));
        while (i < box.aEnd && i - d < box.bEnd && a[i] == b[i - d]) {
            i++;
        }
        forward.reach(d, i);
        return i;
    }

    private int stepBackward(Box box, int d) {
        int i = Math.min(backward.reached(d - 1), backward.reached(d + 1) - 1);
        while (i > box.aStart && i - d > box.bStart && a[i - 1] == b[i - d - 1]) {
            i--;
        }
        backward.reach(d, i);
        return i;
    }

    private Point farthest(Box box) {
        Point best = new Point(box.aStart, box.bStart);
        int gained = 0;
        for (int d = forward.low; d <= forward.high; d += 2) {
            // A search may step over the edge by one.
            int i = Math.min(forward.reached(d), Math.min(box.aEnd, box.bEnd + d));
            int gain = i + (i - d) - box.aStart - box.bStart;
            if (gain > gained) {
                gained = gain;
                best = new Point(i, i - d);
            }
        }
        for (int d = backward.low; d <= backward.high; d += 2) {
            int i = Math.max(backward.reached(d), Math.max(box.aStart, box.bStart + d));
            int gain = box.aEnd + box.bEnd - i - (i - d);
            if (gain > gained) {
                gained = gain;
                best = new Point(i, i - d);
            }
        }
        return best;
    }

    /** How far one search came, as a place in {@code a} for each diagonal: place in a minus place in b. */
    private static final class Front {
        private final int[] reached;
        private final int nowhere;
        private final int patience;
        private int shift;
        private int low;
        private int high;

        Front(int patience, int nowhere) {
            this.patience = patience;
            this.nowhere = nowhere;
            reached = new int[2 * patience + 3];
        }

        void begin(int diagonal, int place) {
            shift = patience + 1 - diagonal;
            low = diagonal;
            high = diagonal;
            reach(diagonal, place);
        }

        /** One more diagonal on either side; at the corners of the box, where there is none, one less. */
        void widen(Box box) {
            if (low > box.aStart - box.bEnd) {
                low--;
                reach(low - 1, nowhere);
            } else {
                low++;
            }
            if (high < box.aEnd - box.bStart) {
                high++;
                reach(high + 1, nowhere);
            } else {
                high--;
            }
        }

        boolean covers(int diagonal) {
            return low <= diagonal && diagonal <= high;
        }

        int reached(int diagonal) {
            return reached[diagonal + shift];
        }

        void reach(int diagonal, int place) {
            reached[diagonal + shift] = place;
        }
    }
}

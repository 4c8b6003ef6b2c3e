package io.snapdsl.engine.diff;

import java.util.BitSet;

/**
 * Numbers the lines of two texts so that equal lines have equal numbers, and comparing lines is comparing numbers. A
 * line's number is the place of its first occurrence, counting on from the old text into the new one.
 */
final class LineIds {
    private final int[] before;
    private final int[] after;
    private final BitSet common = new BitSet();

    LineIds(Lines old, Lines now) {
        before = new int[old.count()];
        after = new int[now.count()];
        int slots = Integer.highestOneBit(Math.max(1, before.length + after.length)) * 4;
        int[] table = new int[slots];
        for (int i = 0; i < before.length; i++) {
            before[i] = find(table, old, i, i, old, now);
        }
        for (int j = 0; j < after.length; j++) {
            after[j] = find(table, now, j, before.length + j, old, now);
            if (after[j] < before.length) {
                common.set(after[j]);
            }
        }
    }

    /** The number of the first line equal to this one, which is {@code own} if there was none so far. */
    private int find(int[] table, Lines text, int line, int own, Lines old, Lines now) {
        int slot = text.hash(line) & (table.length - 1);
        // Zero is an empty slot, so numbers are kept one higher.
        while (table[slot] != 0) {
            int number = table[slot] - 1;
            boolean inOld = number < before.length;
            if (text.equal(line, inOld ? old : now, inOld ? number : number - before.length)) {
                return number;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = own + 1;
        return own;
    }

    int[] before() {
        return before;
    }

    int[] after() {
        return after;
    }

    /** Whether lines with this number are in both texts. */
    boolean inBoth(int id) {
        return common.get(id);
    }
}

package io.snapdsl.engine.content;

/**
 * Remembers which hashes were seen, by their first 64 bits: 16 bytes each, where a set of objects needs 80. It may
 * (once in billions) claim to have seen a hash it hasn't, so it is for decisions where "yes" is the safe answer.
 */
public final class HashSketch {
    private long[] table = new long[1 << 12];
    private int size;
    private boolean zero;

    /** Whether {@code hash} is new. */
    public boolean add(Hash hash) {
        if (hash.a() == 0) {
            boolean isNew = !zero;
            zero = true;
            return isNew;
        }
        if (size * 2 >= table.length) {
            grow();
        }
        return insert(hash.a());
    }

    public boolean contains(Hash hash) {
        if (hash.a() == 0) {
            return zero;
        }
        int mask = table.length - 1;
        for (int i = (int) hash.a() & mask; table[i] != 0; i = (i + 1) & mask) {
            if (table[i] == hash.a()) {
                return true;
            }
        }
        return false;
    }

    int size() {
        return size;
    }

    private boolean insert(long value) {
        int mask = table.length - 1;
        int i = (int) value & mask;
        while (table[i] != 0) {
            if (table[i] == value) {
                return false;
            }
            i = (i + 1) & mask;
        }
        table[i] = value;
        size++;
        return true;
    }

    private void grow() {
        long[] old = table;
        table = new long[old.length * 2];
        size = 0;
        for (long value : old) {
            if (value != 0) {
                insert(value);
            }
        }
    }
}

package io.snapdsl.engine.history;

import io.snapdsl.engine.content.Hash;

/** A snapshot is named by the hash of its own entry, so an id can't be made to stand for something else. */
public record SnapshotId(Hash hash) {
    private static final int SHORT = 10;

    public static SnapshotId fromHex(String hex) {
        return new SnapshotId(Hash.fromHex(hex));
    }

    public String hex() {
        return hash.hex();
    }

    /** Long enough to be unique in practice, short enough to type. */
    public String shortHex() {
        return hex().substring(0, SHORT);
    }

    @Override
    public String toString() {
        return hex();
    }
}

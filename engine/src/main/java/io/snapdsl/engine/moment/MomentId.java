package io.snapdsl.engine.moment;

import io.snapdsl.engine.content.Hash;

/** A moment is named by the hash of its own entry, as a snapshot is. */
public record MomentId(Hash hash) {
    private static final int SHORT = 10;

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

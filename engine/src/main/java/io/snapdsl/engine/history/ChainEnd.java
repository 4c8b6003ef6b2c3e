package io.snapdsl.engine.history;

import io.snapdsl.engine.content.Hash;

/** Where a chain of checkpoints or events ends: all that the next entry has to know of those before it. */
public record ChainEnd(long number, Hash hash) {
    /** Before the first entry. */
    public static final ChainEnd NOTHING = new ChainEnd(0, new Hash(0, 0, 0, 0));
}

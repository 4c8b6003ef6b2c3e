package io.snapdsl.engine.state;

import io.snapdsl.engine.content.Content;

/** How a state's bytes are kept. */
public sealed interface Packed {
    /** By themselves, compressed. */
    record Whole(byte[] data) implements Packed {}

    /**
     * As what differs from the checkpoint before.
     *
     * @param steps how many deltas there are since one that is whole, this one included
     */
    record Delta(byte[] data, int steps) implements Packed {}

    /** Among the content of snapshots, in parts of which each is stored once. */
    record Stored(Content content) implements Packed {}
}

package io.snapdsl.engine.content;

/**
 * What a store can't have, known without asking it: where nothing was stored when the writing began, everything that
 * wasn't written since. A first snapshot is spared a lookup for each of its files. What another process stores meanwhile
 * is not seen, which costs space, and nothing else: see {@link io.snapdsl.engine.store.ContentStore#write}.
 */
final class Absence {
    /** Of chunks written, so that memory doesn't grow with the tree. */
    private static final int REMEMBERED = 1 << 20;

    private final HashSketch written = new HashSketch();
    private boolean isKnown;

    Absence(boolean storeIsEmpty) {
        isKnown = storeIsEmpty;
    }

    synchronized boolean isCertain(Hash hash) {
        return isKnown && !written.contains(hash);
    }

    synchronized void ends(Hash hash) {
        if (isKnown) {
            written.add(hash);
            isKnown = written.size() < REMEMBERED;
        }
    }
}

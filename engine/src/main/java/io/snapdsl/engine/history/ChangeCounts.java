package io.snapdsl.engine.history;

/** How a snapshot differs from the one before it, in files and links. */
public record ChangeCounts(long created, long modified, long deleted) {
    public static final ChangeCounts NONE = new ChangeCounts(0, 0, 0);

    public boolean isEmpty() {
        return created + modified + deleted == 0;
    }
}

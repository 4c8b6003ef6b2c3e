package io.snapdsl.engine.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The steps from what is there to what should be, a directory before what it contains. A short plan is remembered; a
 * long one is worked out anew from the two trees each time it is gone through, so a plan takes no more memory for a
 * million files than for a thousand.
 */
public final class RestorePlan {
    private static final int REMEMBERED = 10_000;

    private final Consumer<Consumer<Step>> source;
    private final List<Step> first = new ArrayList<>();
    private long size;
    private long kept;
    private long written;
    private long deleted;
    private final List<Step.Keep> blocked = new ArrayList<>();

    /** @param source gives the same steps to its consumer every time */
    RestorePlan(Consumer<Consumer<Step>> source) {
        this.source = source;
        source.accept(this::count);
    }

    private void count(Step step) {
        size++;
        if (size <= REMEMBERED) {
            first.add(step);
        }
        if (step instanceof Step.Keep keep) {
            kept++;
            if (keep.blocked()) {
                blocked.add(keep);
            }
        } else if (step instanceof Step.Delete) {
            deleted++;
        } else if (step instanceof Step.WriteFile || step instanceof Step.MakeLink) {
            written++;
        }
    }

    public void forEach(Consumer<Step> action) {
        if (size <= REMEMBERED) {
            first.forEach(action);
        } else {
            source.accept(action);
        }
    }

    /** The first steps: at most {@code limit}, and at most ten thousand. */
    public List<Step> first(int limit) {
        return List.copyOf(first.subList(0, Math.min(limit, first.size())));
    }

    public long size() {
        return size;
    }

    /** Files and links to be written. */
    public long written() {
        return written;
    }

    public long deleted() {
        return deleted;
    }

    /** What should be different, but can't be touched. */
    public List<Step.Keep> blocked() {
        return List.copyOf(blocked);
    }

    /** Whether nothing has to be done, or can be. */
    public boolean isDone() {
        return size == kept;
    }
}

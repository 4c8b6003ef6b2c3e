package io.snapdsl.web;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How much a snapshot holds, as plain copies would take it. A coverage never changes, and quiet days have the same one:
 * so what was looked up is remembered.
 */
public final class SnapshotSizes {
    private static final int REMEMBERED = 20_000;

    private final ContentReader content;
    private final Map<Hash, Long> known = new ConcurrentHashMap<>();

    SnapshotSizes(ContentReader content) {
        this.content = content;
    }

    /** Its content must still be there. */
    public long of(Snapshot snapshot) {
        if (known.size() > REMEMBERED) {
            known.clear();
        }
        return known.computeIfAbsent(
                snapshot.facts().coverage(),
                coverage -> Coverage.decode(content.chunk(coverage)).captured().bytes());
    }
}

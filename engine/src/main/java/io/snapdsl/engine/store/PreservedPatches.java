package io.snapdsl.engine.store;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.history.SnapshotId;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What snapshots changed, kept as patches when they were merged into others. {@link Catalog#consolidate} adds them; they
 * go when the snapshot that is shown in their place is removed.
 */
public interface PreservedPatches {
    Optional<Content> find(SnapshotId snapshot);

    void forEach(BiConsumer<SnapshotId, Content> action);
}

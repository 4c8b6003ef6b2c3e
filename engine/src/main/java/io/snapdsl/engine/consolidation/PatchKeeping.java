package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.diff.SnapshotPatch;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stores what snapshots changed as patches, before their content goes. By way of a file: a patch may be large. */
final class PatchKeeping {
    private final SnapshotStore store;
    private final SnapshotPatch patch;

    PatchKeeping(SnapshotStore store) {
        this.store = store;
        this.patch = new SnapshotPatch(store.catalog(), new ContentReader(store.content()));
    }

    /** What was written is committed when this returns. */
    Map<SnapshotId, Content> keep(List<Snapshot> snapshots) {
        Map<SnapshotId, Content> kept = new HashMap<>();
        try (ContentWriter writer = new ContentWriter(store.content())) {
            Path file = Files.createTempFile("snapdsl-", ".patch");
            try {
                for (Snapshot snapshot : snapshots) {
                    try (OutputStream out = Files.newOutputStream(file)) {
                        patch.write(snapshot, out);
                    }
                    kept.put(snapshot.id(), FileContent.read(file, writer).content());
                }
            } finally {
                Files.delete(file);
            }
            writer.finish();
            return kept;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

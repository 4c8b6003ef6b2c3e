package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.diff.SnapshotPatch;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores what snapshots changed as patches, before their content goes. By way of a file, as a patch may be large; it has
 * no name any more when something is written to it, so that nothing of it outlives us.
 */
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
            try (FileChannel file = nameless()) {
                for (Snapshot snapshot : snapshots) {
                    file.truncate(0);
                    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file));
                    patch.write(snapshot, out);
                    out.flush();
                    Failpoint.reach("consolidate.patch");
                    file.position(0);
                    kept.put(snapshot.id(), FileContent.read(file, writer).content());
                }
            }
            writer.finish();
            return kept;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileChannel nameless() throws IOException {
        Path file = Files.createTempFile("snapdsl-", ".patch");
        try {
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.delete(file);
        }
    }
}

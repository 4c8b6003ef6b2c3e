package io.snapdsl.engine.plan;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Reads what a step is to bring back, every byte of it, before anything is given up for it. */
final class TargetContent {
    private final SnapshotStore store;
    private final ContentReader content;
    private final TreeReader trees;

    TargetContent(SnapshotStore store) {
        this.store = store;
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
    }

    /**
     * Of a container all of it: without its settings and image nothing is made of the volumes. A state has been read when
     * it was looked at.
     *
     * @throws io.snapdsl.engine.content.DamagedContentException if it isn't all there
     */
    void requireWhole(PlannedStep step) {
        if (step instanceof PlannedStep.Bring bring) {
            requireWhole(bring.target(), bring.selection());
        } else if (step instanceof PlannedStep.BringContainer bring) {
            requireWhole(bring.target(), Selection.Request.written(List.of()));
        }
    }

    private void requireWhole(Snapshot target, Selection.Request request) {
        store.locks().usingContent().during(() -> {
            Selection selection = request.ifThere().in(trees, List.of(target.root()), "The snapshot does not have");
            trees.walk(target.root(), (path, entry) -> {
                if (entry instanceof FileEntry file && selection.covers(path, false)) {
                    read(file);
                }
            });
            return null;
        });
    }

    private void read(FileEntry file) {
        try {
            content.copy(file.content(), OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

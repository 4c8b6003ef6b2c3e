package io.snapdsl.engine.retention;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.ChunkList;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.content.HashSketch;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Remembers which chunks something refers to. Each is visited once, however many refer to it. */
public final class LiveContent {
    private static final Consumer<Hash> NOBODY = chunk -> {};

    private final SnapshotStore store;
    private final ContentReader reader;
    private final TreeReader trees;
    private final HashSketch live = new HashSketch();

    public LiveContent(SnapshotStore store) {
        this.store = store;
        this.reader = new ContentReader(store.content());
        this.trees = new TreeReader(reader);
    }

    public boolean contains(Hash chunk) {
        return live.contains(chunk);
    }

    /**
     * Marks what all snapshots of the store refer to that are there and {@code wanted}, all preserved patches, and all
     * large states.
     */
    public void markAll(Predicate<Snapshot> wanted, Progress progress) {
        for (Subject subject : store.subjects().all()) {
            store.catalog().forEach(subject.id(), snapshot -> {
                if (!snapshot.isRemoved() && wanted.test(snapshot)) {
                    mark(snapshot, NOBODY);
                    progress.advance(1, 0);
                }
            });
        }
        store.patches().forEach((snapshot, patch) -> markFile(patch, NOBODY));
        store.checkpoints().forEachContent(state -> markFile(state, NOBODY));
    }

    /** Marks what a snapshot refers to, and tells {@code fresh} what was not marked before. */
    public void mark(Snapshot snapshot, Consumer<Hash> fresh) {
        markObject(snapshot.facts().coverage(), fresh);
        markTree(snapshot.root(), fresh);
    }

    public void markObject(Hash object, Consumer<Hash> fresh) {
        isNew(object, fresh);
    }

    public void markTree(Hash tree, Consumer<Hash> fresh) {
        if (!isNew(tree, fresh)) {
            return;
        }
        for (TreeEntry entry : trees.tree(tree).entries()) {
            if (entry instanceof DirectoryEntry directory) {
                markTree(directory.tree(), fresh);
            } else if (entry instanceof FileEntry file) {
                markFile(file.content(), fresh);
            }
        }
    }

    private void markFile(Content file, Consumer<Hash> fresh) {
        if (isNew(file.hash(), fresh) && file.split()) {
            for (ChunkList.Chunk chunk : reader.chunks(file)) {
                isNew(chunk.hash(), fresh);
            }
        }
    }

    private boolean isNew(Hash chunk, Consumer<Hash> fresh) {
        boolean isNew = live.add(chunk);
        if (isNew) {
            fresh.accept(chunk);
        }
        return isNew;
    }
}

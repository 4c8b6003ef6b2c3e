package io.snapdsl.engine.retention;

import io.snapdsl.engine.content.ChunkList;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.content.HashSketch;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.util.function.Consumer;

/** All content that the marked snapshots refer to. Each distinct tree is looked into once, however many have it. */
final class LiveContent {
    private final HashSketch live = new HashSketch();
    private final ContentReader reader;
    private final TreeReader trees;
    private final Consumer<Hash> found;

    /** @param found told of every chunk when it is found for the first time */
    LiveContent(ContentStore content, Consumer<Hash> found) {
        this.reader = new ContentReader(content);
        this.trees = new TreeReader(reader);
        this.found = found;
    }

    void mark(Snapshot snapshot) {
        add(snapshot.facts().coverage());
        markTree(snapshot.root());
    }

    boolean contains(Hash chunk) {
        return live.contains(chunk);
    }

    private void markTree(Hash tree) {
        if (!add(tree)) {
            return;
        }
        for (TreeEntry entry : trees.tree(tree).entries()) {
            if (entry instanceof DirectoryEntry directory) {
                markTree(directory.tree());
            } else if (entry instanceof FileEntry file
                    && add(file.content().hash())
                    && file.content().split()) {
                for (ChunkList.Chunk chunk : reader.chunks(file.content())) {
                    add(chunk.hash());
                }
            }
        }
    }

    private boolean add(Hash chunk) {
        boolean isNew = live.add(chunk);
        if (isNew) {
            found.accept(chunk);
        }
        return isNew;
    }
}

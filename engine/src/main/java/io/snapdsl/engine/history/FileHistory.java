package io.snapdsl.engine.history;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Optional;

/** In which snapshots one path changed. */
public final class FileHistory {
    private final Catalog catalog;
    private final TreeReader trees;
    private final TreePath path;

    public FileHistory(Catalog catalog, TreeReader trees, TreePath path) {
        this.catalog = catalog;
        this.trees = trees;
        this.path = path;
    }

    /** Whether the path has another content or mode than in the snapshot before, or came or went. */
    public boolean changedIn(Snapshot snapshot) {
        if (snapshot.isRemoved()) {
            return false;
        }
        Optional<Snapshot> previous = catalog.contentBefore(snapshot);
        if (previous.isPresent() && previous.get().root().equals(snapshot.root())) {
            return false;
        }
        Optional<TreeEntry> before = previous.flatMap(earlier -> at(earlier.root()));
        Optional<TreeEntry> after = at(snapshot.root());
        if (before.isEmpty() || after.isEmpty()) {
            return before.isPresent() != after.isPresent();
        }
        return !before.get().sameContent(after.get())
                || before.get().mode() != after.get().mode();
    }

    public Optional<TreeEntry> at(Hash root) {
        return trees.find(root, path);
    }
}

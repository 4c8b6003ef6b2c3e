package io.snapdsl.engine.capture;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Optional;

/** What a snapshot holds at a path; where that is nothing although the one before it holds something, perhaps why. */
public record PathVersion(Snapshot snapshot, Optional<TreeEntry> entry, Optional<Uncovered> uncovered) {
    public static PathVersion of(Snapshot snapshot, TreePath path, Catalog catalog, ContentReader content) {
        Optional<TreeEntry> entry = new TreeReader(content).find(snapshot.root(), path);
        Optional<Uncovered> uncovered = entry.isPresent()
                ? Optional.empty()
                : StateComparison.between(catalog.contentBefore(snapshot), snapshot, content)
                        .uncovered(path);
        return new PathVersion(snapshot, entry, uncovered);
    }
}

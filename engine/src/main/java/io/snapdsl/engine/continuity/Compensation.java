package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Coverage.Totals;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Optional;

/**
 * Stores the state that there would be if only the unknown changes had happened: a state that never was on disk, but
 * that makes the next snapshot's changes those of its operation alone.
 */
final class Compensation {
    private final ContentStore store;
    private final TreeReader trees;

    Compensation(ContentStore store, TreeReader trees) {
        this.store = store;
        this.trees = trees;
    }

    Captured of(Hash before, Unannounced found, Captured now) {
        Hash root;
        try (ContentWriter content = new ContentWriter(store)) {
            root = new TreeEditor(trees, content).apply(before, found.changes());
            content.finish();
        }
        Coverage coverage = new Coverage(
                totals(root, now), now.coverage().leftOut(), now.coverage().problems());
        try (ContentWriter content = new ContentWriter(store)) {
            Hash stored = content.addObject(coverage.encode());
            content.finish();
            return new Captured(root, coverage, stored);
        }
    }

    /** Counted from the captured state by what differs, which is far less than all there is. */
    private Totals totals(Hash root, Captured now) {
        Counts difference = new Counts();
        new TreeComparison(trees).compare(now.root(), root, change -> {
            difference.add(change.before(), -1);
            difference.add(change.after(), 1);
        });
        return difference.addedTo(now.coverage().captured());
    }

    private static final class Counts {
        private long files;
        private long directories;
        private long links;
        private long bytes;

        void add(Optional<TreeEntry> entry, int sign) {
            if (entry.isEmpty()) {
                return;
            }
            if (entry.get() instanceof FileEntry file) {
                files += sign;
                bytes += sign * file.size();
            } else if (entry.get() instanceof DirectoryEntry) {
                directories += sign;
            } else {
                links += sign;
            }
        }

        Totals addedTo(Totals totals) {
            return new Totals(
                    totals.files() + files,
                    totals.directories() + directories,
                    totals.links() + links,
                    totals.bytes() + bytes);
        }
    }
}

package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.EditedCoverage;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.TreeReader;

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
        Coverage coverage = EditedCoverage.of(root, now.root(), now.coverage(), new TreeComparison(trees));
        try (ContentWriter content = new ContentWriter(store)) {
            Hash stored = content.addObject(coverage.encode());
            content.finish();
            return new Captured(root, coverage, stored);
        }
    }
}

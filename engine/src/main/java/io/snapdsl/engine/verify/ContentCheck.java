package io.snapdsl.engine.verify;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import java.util.Optional;
import java.util.Set;

/** Reads snapshots, every byte of them. What several have in common is read once: the next one costs what it changed. */
public final class ContentCheck {
    private final VerifyReport report = new VerifyReport();
    private final TreeCheck trees;

    public ContentCheck(SnapshotStore store) {
        this.trees = new TreeCheck(store.content(), ContentReader.strict(store.content()), Set.of(), true, report);
    }

    /** What is wrong with it, in words; empty if it is all there, as it was recorded. */
    public Optional<String> damage(Snapshot snapshot) {
        trees.check(snapshot);
        return report.damagedPaths().entrySet().stream()
                .filter(entry -> entry.getValue().contains(snapshot))
                .map(entry -> describe(entry.getKey()))
                .findFirst();
    }

    private static String describe(VerifyReport.DamagedPath damaged) {
        return damaged.path().equals(TreePath.ROOT) ? damaged.problem() : damaged.path() + ": " + damaged.problem();
    }
}

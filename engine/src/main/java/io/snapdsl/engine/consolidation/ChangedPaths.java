package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreePath;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What each snapshot changed against the one shown before it: files and links, and directories that came, went or got
 * another mode. That a directory's time changed says only that something in it did.
 */
final class ChangedPaths implements Function<Snapshot, Set<TreePath>> {
    private final Catalog catalog;
    private final TreeComparison comparison;

    ChangedPaths(Catalog catalog, TreeComparison comparison) {
        this.catalog = catalog;
        this.comparison = comparison;
    }

    @Override
    public Set<TreePath> apply(Snapshot snapshot) {
        Optional<Hash> before = catalog.contentBefore(snapshot).map(Snapshot::root);
        Set<TreePath> paths = new HashSet<>();
        comparison.compare(before, Optional.of(snapshot.root()), change -> {
            if (!change.isDirectory() || change.kind() != Change.Kind.TOUCHED) {
                paths.add(change.path());
            }
        });
        return paths;
    }
}

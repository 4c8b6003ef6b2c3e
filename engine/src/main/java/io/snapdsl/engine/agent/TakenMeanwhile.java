package io.snapdsl.engine.agent;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.continuity.Announcement;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What policies took in while a tool was under way that may change anything: one that follows the files is often quicker than
 * a long command. The tool's session then takes it over, as if it had announced those files.
 */
final class TakenMeanwhile {
    private static final int ENTRIES = 50;
    /** More than these are not worth naming one by one in a snapshot. */
    private static final int PATHS = 10_000;

    private final SnapshotStore store;
    private final Workspace workspace;
    private final TreeComparison comparison;

    TakenMeanwhile(SnapshotStore store, Workspace workspace) {
        this.store = store;
        this.workspace = workspace;
        this.comparison = new TreeComparison(new TreeReader(new ContentReader(store.content())));
    }

    /** @param others files that are somebody else's */
    List<TreePath> since(Optional<SnapshotId> head, Collection<TreePath> others) {
        Optional<Snapshot> newest = store.catalog().head(workspace.id());
        if (head.isEmpty() || newest.map(Snapshot::id).equals(head)) {
            return List.of();
        }
        Announcement theirs = Announcement.of(others);
        List<TreePath> paths = store.catalog().page(workspace.id(), Long.MAX_VALUE, ENTRIES).stream()
                .takeWhile(entry -> !entry.id().equals(head.get()))
                .filter(entry -> !entry.note().policy().isEmpty()
                        && entry.note().trigger().isNobodys()
                        && !entry.isRemoved())
                .flatMap(entry -> changes(entry).stream())
                .filter(Change::isVisible)
                .map(Change::path)
                .filter(path -> others.isEmpty() || !theirs.covers(path))
                .distinct()
                .limit(PATHS + 1L)
                .toList();
        return paths.size() > PATHS ? List.of() : paths;
    }

    private List<Change> changes(Snapshot entry) {
        return store.catalog()
                .contentBefore(entry)
                .map(before -> comparison.changes(before.root(), entry.root()))
                .orElse(List.of());
    }
}

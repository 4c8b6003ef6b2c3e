package io.snapdsl.engine.history;

import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.Catalog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads a chain from its newest end, no further than needed. */
public final class SnapshotLog {
    private static final int PAGE = 200;

    private final Catalog catalog;
    private final Workspace workspace;

    public SnapshotLog(Catalog catalog, Workspace workspace) {
        this.catalog = catalog;
        this.workspace = workspace;
    }

    public List<Snapshot> newest(int limit, Optional<Instant> since, Predicate<Snapshot> wanted) {
        List<Snapshot> found = new ArrayList<>();
        long before = Long.MAX_VALUE;
        List<Snapshot> page;
        do {
            page = catalog.page(workspace.id(), before, PAGE);
            for (Snapshot snapshot : page) {
                boolean tooOld = since.filter(time -> snapshot.facts().time().isBefore(time))
                        .isPresent();
                if (tooOld || found.size() == limit) {
                    return found;
                }
                if (wanted.test(snapshot)) {
                    found.add(snapshot);
                }
                before = snapshot.sequence();
            }
        } while (page.size() == PAGE);
        return found;
    }
}

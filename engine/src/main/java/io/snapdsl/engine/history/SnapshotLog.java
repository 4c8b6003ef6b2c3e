package io.snapdsl.engine.history;

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
    private final Subject subject;

    public SnapshotLog(Catalog catalog, Subject subject) {
        this.catalog = catalog;
        this.subject = subject;
    }

    public List<Snapshot> newest(int limit, Optional<Instant> since, Predicate<Snapshot> wanted) {
        // Not until the first that is too old: a clock may have been set back, and older ones be younger.
        long first = since.map(time -> catalog.firstSince(subject.id(), time).orElse(Long.MAX_VALUE))
                .orElse(0L);
        List<Snapshot> found = new ArrayList<>();
        long before = Long.MAX_VALUE;
        List<Snapshot> page;
        do {
            page = catalog.page(subject.id(), before, PAGE);
            for (Snapshot snapshot : page) {
                if (snapshot.sequence() < first || found.size() == limit) {
                    return found;
                }
                boolean tooOld = since.filter(time -> snapshot.facts().time().isBefore(time))
                        .isPresent();
                if (!tooOld && wanted.test(snapshot)) {
                    found.add(snapshot);
                }
                before = snapshot.sequence();
            }
        } while (page.size() == PAGE);
        return found;
    }
}

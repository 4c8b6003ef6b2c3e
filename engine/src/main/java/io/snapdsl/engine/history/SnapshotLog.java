package io.snapdsl.engine.history;

import io.snapdsl.engine.store.Catalog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Reads a chain from its newest end, no further than needed. */
public final class SnapshotLog {
    private static final int PAGE = 200;

    /**
     * A part of a chain.
     *
     * @param next where the next part begins, to be handed in as {@code before}; empty when there is nothing more
     */
    public record Page(List<Snapshot> snapshots, OptionalLong next) {}

    private final Catalog catalog;
    private final Subject subject;

    public SnapshotLog(Catalog catalog, Subject subject) {
        this.catalog = catalog;
        this.subject = subject;
    }

    public List<Snapshot> newest(int limit, Optional<Instant> since, Predicate<Snapshot> wanted) {
        return page(Long.MAX_VALUE, limit, Integer.MAX_VALUE, since, wanted).snapshots();
    }

    /**
     * The newest wanted ones with a sequence number below {@code before}.
     *
     * @param patience after how many entries to answer with what was found so far, so that nobody waits for a rare one
     */
    public Page page(long before, int limit, int patience, Optional<Instant> since, Predicate<Snapshot> wanted) {
        // Not until the first that is too old: a clock may have been set back, and older ones be younger.
        long first = since.map(time -> catalog.firstSince(subject.id(), time).orElse(Long.MAX_VALUE))
                .orElse(0L);
        List<Snapshot> found = new ArrayList<>();
        long reached = before;
        int seen = 0;
        List<Snapshot> page;
        do {
            page = catalog.page(subject.id(), reached, PAGE);
            for (Snapshot snapshot : page) {
                if (snapshot.sequence() < first) {
                    return new Page(found, OptionalLong.empty());
                }
                if (found.size() == limit || seen == patience) {
                    return new Page(found, OptionalLong.of(reached));
                }
                boolean tooOld = since.filter(time -> snapshot.facts().time().isBefore(time))
                        .isPresent();
                if (!tooOld && wanted.test(snapshot)) {
                    found.add(snapshot);
                }
                reached = snapshot.sequence();
                seen++;
            }
        } while (page.size() == PAGE);
        return new Page(found, OptionalLong.empty());
    }
}

package io.snapdsl.engine.milestone;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Catalog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Looks at stretches of one subject's chain, as it is shown. */
final class Chain {
    private static final int PAGE = 200;

    private final Catalog catalog;
    private final SubjectId subject;

    Chain(Catalog catalog, SubjectId subject) {
        this.catalog = catalog;
        this.subject = subject;
    }

    Optional<Snapshot> newest() {
        return catalog.head(subject);
    }

    boolean isRemoved(Snapshot snapshot) {
        return catalog.find(snapshot.id()).filter(Snapshot::isRemoved).isPresent();
    }

    /** Oldest first, without the removed ones. */
    List<Snapshot> present(long first, long last) {
        List<Snapshot> found = entries(first, last);
        found.removeIf(Snapshot::isRemoved);
        return found;
    }

    /** Oldest first. */
    List<Snapshot> entries(long first, long last) {
        List<Snapshot> found = new ArrayList<>();
        long before = last + 1;
        while (before > first) {
            List<Snapshot> page = catalog.page(subject, before, PAGE);
            page.stream().filter(snapshot -> snapshot.sequence() >= first).forEach(found::add);
            before = page.size() < PAGE ? first : page.get(page.size() - 1).sequence();
        }
        Collections.reverse(found);
        return found;
    }

    /** The newest snapshot before {@code sequence} that has its content. */
    Optional<Snapshot> contentBefore(long sequence) {
        Optional<Snapshot> before = catalog.page(subject, sequence, 1).stream().findFirst();
        return before.filter(Snapshot::isRemoved).isPresent() ? catalog.contentBefore(before.get()) : before;
    }
}

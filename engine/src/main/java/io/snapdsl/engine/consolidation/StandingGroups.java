package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.consolidation.Strategy.Span;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.Catalog;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Tells which groups need no new entry: one by itself, behind the one it follows anyway, and so with the content it has.
 * To show another in its stead would say nothing new.
 */
final class StandingGroups {
    private final Catalog catalog;
    /** The newest one that gets another in its place: the catalog may not know of that yet. */
    private Optional<Snapshot> lastReplaced = Optional.empty();

    StandingGroups(Catalog catalog) {
        this.catalog = catalog;
    }

    /** To be asked of every span in turn, oldest first. */
    BitSet of(Span span) {
        BitSet standing = new BitSet();
        Optional<Snapshot> shown = catalog.before(span.members().get(0));
        Optional<SnapshotId> previous = shown.map(Snapshot::id);
        boolean stands = shown.isEmpty() || !shown.equals(lastReplaced);
        for (int i = 0; i < span.groups().size(); i++) {
            List<Snapshot> group = span.groups().get(i);
            Snapshot only = group.get(0);
            stands = stands && group.size() == 1 && only.facts().previous().equals(previous);
            standing.set(i, stands);
            previous = Optional.of(only.id());
            if (!stands) {
                lastReplaced = Optional.of(SpanRoots.newest(group));
            }
        }
        return standing;
    }
}

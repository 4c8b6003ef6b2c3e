package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.consolidation.Strategy.Span;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The content of each result of a span. Where a group and those before it are all that was taken until then, that is
 * exactly the content of its newest member. Where a later group's snapshots lie between, it is a state that never was:
 * what was shown before the span, with the changes of the groups so far and without those of the later ones.
 */
final class SpanRoots {
    private final SnapshotStore store;
    private final TreeReader trees;
    private final TreeComparison comparison;

    SpanRoots(SnapshotStore store) {
        this.store = store;
        this.trees = new TreeReader(new ContentReader(store.content()));
        this.comparison = new TreeComparison(trees);
    }

    /** For which groups those up to and with it hold every member until its newest. */
    static BitSet exact(Span span) {
        long[] sequences = span.members().stream().mapToLong(Snapshot::sequence).toArray();
        BitSet exact = new BitSet();
        int taken = 0;
        for (int group = 0; group < span.groups().size(); group++) {
            List<Snapshot> members = span.groups().get(group);
            taken += members.size();
            exact.set(group, Arrays.binarySearch(sequences, newest(members).sequence()) == taken - 1);
        }
        return exact;
    }

    static Snapshot newest(List<Snapshot> group) {
        return group.get(group.size() - 1);
    }

    /** One for each group; what had to be made is stored when this returns. */
    List<Hash> of(Span span, Optional<Hash> base) {
        List<Hash> roots = new ArrayList<>();
        Optional<NetChanges> changes = Optional.empty();
        Optional<Hash> last = base;
        BitSet exact = exact(span);
        for (int group = 0; group < span.groups().size(); group++) {
            Snapshot newest = newest(span.groups().get(group));
            if (exact.get(group)) {
                last = Optional.of(newest.root());
            } else {
                changes = changes.or(() -> Optional.of(netChanges(span, base)));
                last = Optional.of(edit(last, changes.get().of(group)));
            }
            roots.add(last.get());
        }
        return roots;
    }

    private NetChanges netChanges(Span span, Optional<Hash> base) {
        Hash end = newest(span.groups().get(span.groups().size() - 1)).root();
        return new NetChanges(span, comparison.changes(base, end), new ChangedPaths(store.catalog(), comparison));
    }

    /** Each is committed before the next one is made of it. */
    private Hash edit(Optional<Hash> tree, List<Change> changes) {
        try (ContentWriter writer = new ContentWriter(store.content())) {
            Hash edited = new TreeEditor(trees, writer).apply(tree, changes);
            writer.finish();
            return edited;
        }
    }
}

package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.Strategy.Span;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.retention.LiveContent;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much a consolidation would free: the content that only members hold and no result keeps, at the compression the
 * store has on average. What several groups hold is counted with the first. Trees and patches that are written anew are
 * not taken off.
 */
final class SpaceEstimate {
    private final SnapshotStore store;
    private final Progress progress;

    SpaceEstimate(SnapshotStore store, Progress progress) {
        this.store = store;
        this.progress = progress;
    }

    /** In bytes, for each group of each span. */
    List<List<Long>> of(List<Span> spans) {
        LiveContent live = liveWithout(spans);
        Sizes sizes = store.content().sizes();
        double compression = sizes.rawBytes() == 0 ? 1 : (double) sizes.storedBytes() / sizes.rawBytes();
        List<List<Long>> estimates = new ArrayList<>();
        for (Span span : spans) {
            estimates.add(span.groups().stream()
                    .map(group -> Math.round(rawBytes(group, live) * compression))
                    .toList());
        }
        return estimates;
    }

    private LiveContent liveWithout(List<Span> spans) {
        Set<SnapshotId> members = spans.stream()
                .flatMap(span -> span.members().stream())
                .map(Snapshot::id)
                .collect(Collectors.toSet());
        LiveContent live = new LiveContent(store);
        progress.begin("looking for content that only they hold", "snapshot", 0);
        live.markAll(snapshot -> !members.contains(snapshot.id()), progress);
        for (Span span : spans) {
            BitSet exact = SpanRoots.exact(span);
            for (int i = 0; i < span.groups().size(); i++) {
                Snapshot newest = SpanRoots.newest(span.groups().get(i));
                live.markObject(newest.facts().coverage(), any -> {});
                if (exact.get(i)) {
                    live.markTree(newest.root(), any -> {});
                }
            }
        }
        return live;
    }

    private long rawBytes(List<Snapshot> group, LiveContent live) {
        long[] bytes = {0};
        for (Snapshot member : group) {
            live.mark(member, chunk -> bytes[0] += size(chunk));
        }
        return bytes[0];
    }

    private long size(Hash chunk) {
        return store.content().locate(chunk).map(ContentStore.Location::size).orElse(0);
    }
}

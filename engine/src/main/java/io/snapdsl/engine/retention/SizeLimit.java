package io.snapdsl.engine.retention;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which snapshots have to go for the stored content to fit into a limit. What one snapshot takes can't be said:
 * it shares most with others. But what the newest take together can: so this adds up content from the newest snapshot
 * to the oldest, each chunk and each image once, and where the sum goes over the limit, that one and all older ones go.
 *
 * <p>A chunk counts with its share of its compressed pack. When packs are written anew without what is dead, that
 * share changes a little, so whoever removes snapshots measures afterwards and, if need be, decides again.
 */
final class SizeLimit {
    private final SnapshotStore store;
    private final Set<Subject> subjects;
    private final Progress progress;
    private final MomentKeeping moments;
    private final Map<Long, Float> compression = new HashMap<>();
    private final EngineImages images;
    private double bytes;

    /** @param subjects whose content is counted: others' is not theirs to make room for */
    SizeLimit(SnapshotStore store, Set<Subject> subjects, Progress progress) {
        this.store = store;
        this.subjects = subjects;
        this.progress = progress;
        this.moments = new MomentKeeping(store);
        this.images = new EngineImages(store);
    }

    List<Decision> apply(List<Decision> decisions, long limit) {
        if (bytesInAll() <= limit) {
            return decisions;
        }
        return store.locks().usingContent().during(() -> trim(decisions, limit));
    }

    /** Whether all that is kept of the subjects takes more than {@code limit}. */
    boolean isExceeded(long limit) {
        return bytesInAll() > limit
                && (subjects.containsAll(store.subjects().all())
                        || store.locks().usingContent().during(this::held) > limit);
    }

    private long bytesInAll() {
        return store.content().sizes().storedBytes() + new EngineImages(store).bytes(subjects);
    }

    private double held() {
        LiveContent content = weighed();
        markUndecided(Set.of(), content);
        return bytes;
    }

    private LiveContent weighed() {
        store.content().forEachPack(pack -> compression.put(pack.pack(), (float) pack.storedSize() / pack.rawSize()));
        return new LiveContent(store);
    }

    private List<Decision> trim(List<Decision> decisions, long limit) {
        progress.begin("adding up content", "snapshot", decisions.size());
        LiveContent content = weighed();
        markUndecided(decisions.stream().map(Decision::id).collect(Collectors.toSet()), content);
        decisions.stream().filter(Decision::firm).forEach(decision -> mark(decision, content));
        List<Decision> newestFirst = decisions.stream()
                .filter(Decision::isInReachOfLimits)
                .sorted(Comparator.comparing(Decision::snapshot).reversed())
                .toList();
        Set<Decision> over = new HashSet<>(newestFirst);
        for (Decision decision : newestFirst) {
            mark(decision, content);
            if (bytes > limit) {
                break;
            }
            over.remove(decision);
        }
        String reason = "over the size limit";
        return decisions.stream()
                .map(decision -> over.contains(decision) ? decision.remove(reason) : decision)
                .toList();
    }

    /** What nobody decides about still takes its space: originals that were kept beside a consolidated snapshot. */
    private void markUndecided(Set<SnapshotId> decided, LiveContent content) {
        subjects.forEach(subject -> store.catalog().forEach(subject.id(), snapshot -> {
            if (!snapshot.isRemoved() && !decided.contains(snapshot.id())) {
                mark(snapshot, content);
            }
        }));
    }

    private void mark(Decision decision, LiveContent content) {
        store.catalog().find(decision.id()).ifPresent(snapshot -> mark(snapshot, content));
        moments.companions(decision.id()).forEach(snapshot -> mark(snapshot, content));
        progress.advance(1, 0);
    }

    private void mark(Snapshot snapshot, LiveContent content) {
        content.mark(snapshot, this::weigh);
        bytes += images.bytes(snapshot);
    }

    private void weigh(Hash chunk) {
        store.content().locate(chunk).ifPresent(at -> bytes += at.size() * compression.getOrDefault(at.pack(), 1f));
    }
}

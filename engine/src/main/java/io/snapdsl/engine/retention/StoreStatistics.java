package io.snapdsl.engine.retention;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Counts what a store holds. The caller keeps sweeps out. */
public final class StoreStatistics {
    /**
     * @param present snapshots that have their content
     * @param consolidated entries in whose place another snapshot is shown
     * @param logicalBytes what the present ones would take as plain copies
     * @param bySubject how many of the present ones each subject has
     * @param unreadable present ones whose size is not known, because that part of the store is damaged
     */
    public record Totals(
            long present,
            Map<SubjectId, Long> bySubject,
            long consolidated,
            long logicalBytes,
            long unreadable,
            Optional<Snapshot> oldest,
            Optional<Snapshot> newest) {}

    private final SnapshotStore store;

    public StoreStatistics(SnapshotStore store) {
        this.store = store;
    }

    public Totals totals() {
        Counter counter = new Counter(new ContentReader(store.content()));
        for (Subject subject : store.subjects().all()) {
            store.catalog().forEach(subject.id(), counter);
        }
        return new Totals(
                counter.bySubject.values().stream().mapToLong(Long::longValue).sum(),
                Map.copyOf(counter.bySubject),
                counter.consolidated,
                counter.logicalBytes,
                counter.unreadable,
                counter.oldest,
                counter.newest);
    }

    /**
     * Unique content per day since the oldest present snapshot. A store of less than a day has had a day: what came in
     * its first minutes says nothing about the hours after.
     */
    public static long growthPerDay(Totals totals, Sizes sizes, Instant now) {
        Duration age = totals.oldest()
                .map(oldest -> Duration.between(oldest.facts().time(), now))
                .orElse(Duration.ZERO);
        return (long) (sizes.rawBytes() / Math.max(1.0, age.toMillis() / 86_400_000.0));
    }

    /** Bytes of content that the snapshots since {@code time} refer to, and no older one that is still there. */
    public long newSince(Instant time) {
        long[] bytes = {0};
        List<Snapshot> young = new ArrayList<>();
        LiveContent content = new LiveContent(store);
        content.markAll(
                snapshot -> {
                    boolean old = snapshot.facts().time().isBefore(time);
                    if (!old) {
                        young.add(snapshot);
                    }
                    return old;
                },
                Progress.NONE);
        young.forEach(snapshot -> content.mark(
                snapshot,
                chunk -> bytes[0] += store.content().locate(chunk).orElseThrow().size()));
        return bytes[0];
    }

    private static final class Counter implements Consumer<Snapshot> {
        private static final Comparator<Snapshot> BY_TIME = Comparator.comparing(
                        (Snapshot snapshot) -> snapshot.facts().time())
                .thenComparing(Snapshot::sequence);

        private final ContentReader reader;
        /** Most snapshots of a quiet workspace have the same coverage. */
        private final Map<Hash, Long> sizes = new HashMap<>();

        private final Map<SubjectId, Long> bySubject = new HashMap<>();
        private long consolidated;
        private long logicalBytes;
        private long unreadable;
        private Optional<Snapshot> oldest = Optional.empty();
        private Optional<Snapshot> newest = Optional.empty();

        Counter(ContentReader reader) {
            this.reader = reader;
        }

        @Override
        public void accept(Snapshot snapshot) {
            if (snapshot.replacedBy().isPresent()) {
                consolidated++;
            }
            if (snapshot.isRemoved()) {
                return;
            }
            bySubject.merge(snapshot.subjectId(), 1L, Long::sum);
            oldest = Optional.of(oldest.filter(other -> BY_TIME.compare(other, snapshot) <= 0)
                    .orElse(snapshot));
            newest = Optional.of(newest.filter(other -> BY_TIME.compare(other, snapshot) >= 0)
                    .orElse(snapshot));
            try {
                logicalBytes += sizes.computeIfAbsent(snapshot.facts().coverage(), this::size);
            } catch (DamagedContentException e) {
                unreadable++; // 'verify' says more; the rest can be counted all the same.
            }
        }

        private long size(Hash coverage) {
            return Coverage.decode(reader.chunk(coverage)).captured().bytes();
        }
    }
}

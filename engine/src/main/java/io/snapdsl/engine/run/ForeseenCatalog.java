package io.snapdsl.engine.run;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Timeline;
import io.snapdsl.engine.store.Timeline.Point;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** A catalog with at most one snapshot more of each subject, and without some: for a {@link ForeseenStore}. */
final class ForeseenCatalog implements Catalog {
    private static final int PAGE = 500;
    /** No operation has this number. */
    private static final Optional<Long> TO_COME = Optional.of(0L);

    private final Catalog catalog;
    private final Map<SubjectId, Snapshot> coming = new HashMap<>();
    private final Set<SnapshotId> going = new HashSet<>();

    ForeseenCatalog(Catalog catalog) {
        this.catalog = catalog;
    }

    void take(Snapshot snapshot) {
        coming.put(snapshot.subjectId(), snapshot);
    }

    boolean isToCome(SnapshotId id) {
        return coming.values().stream().anyMatch(snapshot -> snapshot.id().equals(id));
    }

    void remove(Collection<SnapshotId> ids) {
        going.addAll(ids);
    }

    private Snapshot foreseen(Snapshot snapshot) {
        return going.contains(snapshot.id()) && !snapshot.isRemoved()
                ? new Snapshot(snapshot.id(), snapshot.facts(), TO_COME, snapshot.replacedBy())
                : snapshot;
    }

    private Optional<Snapshot> comingOf(SubjectId subject) {
        return Optional.ofNullable(coming.get(subject)).map(this::foreseen);
    }

    @Override
    public Optional<Snapshot> head(SubjectId subject) {
        return comingOf(subject).or(() -> catalog.head(subject).map(this::foreseen));
    }

    @Override
    public Optional<Snapshot> find(SnapshotId id) {
        return coming.values().stream()
                .filter(snapshot -> snapshot.id().equals(id))
                .findFirst()
                .or(() -> catalog.find(id))
                .map(this::foreseen);
    }

    @Override
    public Optional<Snapshot> back(SubjectId subject, long steps) {
        Optional<Snapshot> newest = comingOf(subject);
        return newest.isPresent() && steps == 0
                ? newest
                : catalog.back(subject, newest.isPresent() ? steps - 1 : steps).map(this::foreseen);
    }

    @Override
    public List<Snapshot> page(SubjectId subject, long before, int limit) {
        List<Snapshot> page = new ArrayList<>();
        comingOf(subject).filter(newest -> newest.sequence() < before).ifPresent(page::add);
        catalog.page(subject, before, limit).forEach(snapshot -> page.add(foreseen(snapshot)));
        return page.subList(0, Math.min(limit, page.size()));
    }

    @Override
    public Timeline timeline(SubjectId subject) {
        List<Point> points = new ArrayList<>();
        List<Snapshot> page;
        long before = Long.MAX_VALUE;
        do {
            page = page(subject, before, PAGE);
            for (Snapshot snapshot : page) {
                before = snapshot.sequence();
                if (!snapshot.isRemoved()) {
                    points.add(new Point(
                            snapshot.id(), snapshot.sequence(), snapshot.facts().time()));
                }
            }
        } while (page.size() == PAGE);
        // What is to come belongs to nobody's run; and what is gone is no matter to who asks.
        return new ForeseenTimeline(points, catalog.timeline(subject)::ofNewestSessions);
    }

    @Override
    public void forEach(SubjectId subject, Consumer<Snapshot> action) {
        comingOf(subject).ifPresent(action);
        catalog.forEach(subject, snapshot -> action.accept(foreseen(snapshot)));
    }

    @Override
    public List<Snapshot> findByPrefix(String prefix, int limit) {
        return catalog.findByPrefix(prefix, limit);
    }

    @Override
    public Optional<Snapshot> atSequence(SubjectId subject, long sequence) {
        return catalog.atSequence(subject, sequence);
    }

    @Override
    public Optional<Snapshot> asOf(SubjectId subject, Instant time) {
        return catalog.asOf(subject, time);
    }

    @Override
    public OptionalLong firstSince(SubjectId subject, Instant time) {
        return catalog.firstSince(subject, time);
    }

    @Override
    public Optional<Snapshot> recordedBefore(Snapshot snapshot) {
        return catalog.recordedBefore(snapshot);
    }

    @Override
    public List<Snapshot> claimersOf(Snapshot snapshot) {
        return catalog.claimersOf(snapshot);
    }

    @Override
    public Set<SnapshotId> tagged(String tag) {
        return catalog.tagged(tag);
    }

    @Override
    public void publish(Snapshot snapshot, Operation operation) {
        throw planned();
    }

    @Override
    public void consolidate(List<Merge> merges, Map<SnapshotId, Content> patches, boolean contentGoes) {
        throw planned();
    }

    @Override
    public void remove(List<SnapshotId> snapshots, Operation operation) {
        throw planned();
    }

    private static UnsupportedOperationException planned() {
        return new UnsupportedOperationException("a plan changes nothing");
    }
}

package io.snapdsl.engine.retention;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentId;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.ByteText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Why a snapshot must not be removed. What it goes by is read once per subject, so that thousands of snapshots can be
 * asked about; whoever acts on the answers holds the subject's lock since before the first question.
 */
public final class Protection {
    /**
     * What there is to know of one subject.
     *
     * @param kept by the snapshot that is shown in its place: an original that is pinned and still has its content
     */
    private record Guarded(
            Optional<SnapshotId> head,
            Map<SnapshotId, Pin> pins,
            Map<SnapshotId, Snapshot> kept,
            NavigableMap<Long, Milestone> ranges,
            boolean hasMoments) {}

    /** @param reason in words that go on from "It is …" */
    private record Guard(ErrorCode code, String reason, String hint) {}

    private final SnapshotStore store;
    private final Map<SubjectId, Guarded> subjects = new HashMap<>();

    public Protection(SnapshotStore store) {
        this.store = store;
    }

    /** In a few words, for instance {@code pinned: last good build}; empty when nothing keeps it. */
    public Optional<String> reason(Snapshot snapshot) {
        return guard(snapshot).map(Guard::reason);
    }

    /** As {@link #reason}, but whether a moment needs it is not asked: retention decides about moments too. */
    Optional<String> reasonApartFromMoments(Snapshot snapshot) {
        return guardApartFromMoments(snapshot).map(Guard::reason);
    }

    /** All there are: when one of them falls away, the others still hold. */
    List<String> reasons(Snapshot snapshot) {
        Guarded subject = guarded(snapshot);
        return Stream.of(
                        newest(snapshot, subject),
                        pinned(snapshot, subject),
                        inMilestone(snapshot, subject),
                        ofOriginals(snapshot, subject),
                        ofMoment(snapshot))
                .flatMap(Optional::stream)
                .map(Guard::reason)
                .toList();
    }

    /** @throws SnapdslException if something protects the first or any other of them */
    public void refuseProtected(List<Snapshot> snapshots) {
        for (Snapshot snapshot : snapshots) {
            guard(snapshot).ifPresent(guard -> {
                throw new SnapdslException(
                        guard.code,
                        "Snapshot " + snapshot.id().shortHex() + " can't be removed: it is " + guard.reason + ".",
                        guard.hint);
            });
        }
    }

    private Optional<Guard> guard(Snapshot snapshot) {
        return guardApartFromMoments(snapshot).or(() -> ofMoment(snapshot));
    }

    private Optional<Guard> guardApartFromMoments(Snapshot snapshot) {
        Guarded subject = guarded(snapshot);
        return own(snapshot, subject).or(() -> ofOriginals(snapshot, subject));
    }

    private Guarded guarded(Snapshot snapshot) {
        return subjects.computeIfAbsent(snapshot.subjectId(), this::look);
    }

    /** What is part of a moment is never merged, so it can't be an original behind another. */
    private Optional<Guard> ofMoment(Snapshot snapshot) {
        return guarded(snapshot).hasMoments
                ? store.moments().needing(snapshot.id()).stream()
                        .findFirst()
                        .map(Moment::id)
                        .map(id -> new Guard(
                                ErrorCode.IN_MOMENT,
                                partOf(id),
                                "If it may go all the same, give the moment up first: snapdsl moment rm "
                                        + id.shortHex()))
                : Optional.empty();
    }

    static String partOf(MomentId moment) {
        return "part of the moment " + moment.shortHex();
    }

    private static Optional<Guard> own(Snapshot snapshot, Guarded subject) {
        return newest(snapshot, subject).or(() -> pinned(snapshot, subject)).or(() -> inMilestone(snapshot, subject));
    }

    private static Optional<Guard> newest(Snapshot snapshot, Guarded subject) {
        return subject.head
                .filter(snapshot.id()::equals)
                .map(head -> new Guard(
                        ErrorCode.IN_USE,
                        "the newest of " + snapshot.facts().subject(),
                        "The next one builds on it: take a new snapshot first, then remove this one."));
    }

    private static Optional<Guard> pinned(Snapshot snapshot, Guarded subject) {
        return Optional.ofNullable(subject.pins.get(snapshot.id()))
                .map(pin -> new Guard(
                        ErrorCode.PINNED,
                        "pinned" + (pin.reason().isEmpty() ? "" : ": " + ByteText.display(pin.reason())),
                        "If it may go all the same, take the pin away first: snapdsl unpin "
                                + snapshot.id().shortHex()));
    }

    private static Optional<Guard> inMilestone(Snapshot snapshot, Guarded subject) {
        return Optional.ofNullable(subject.ranges.floorEntry(snapshot.sequence()))
                .map(Map.Entry::getValue)
                .filter(milestone -> milestone.contains(snapshot.sequence()))
                .map(milestone -> new Guard(
                        ErrorCode.IN_MILESTONE,
                        "part of the milestone '" + milestone.title() + "'",
                        "If it may go all the same, give the milestone up first: snapdsl milestone rm '"
                                + milestone.title() + "'"));
    }

    /** With a consolidated snapshot, the originals that were kept behind it would go. */
    private Optional<Guard> ofOriginals(Snapshot place, Guarded subject) {
        Optional<Snapshot> pinned = Optional.ofNullable(subject.kept.get(place.id()));
        return pinned.or(() -> inMilestone(place.facts().replaces(), subject))
                .flatMap(original -> own(original, subject)
                        .map(guard -> new Guard(
                                guard.code,
                                "shown in the place of " + original.id().shortHex() + ", which is " + guard.reason,
                                guard.hint)));
    }

    private Optional<Snapshot> inMilestone(List<SnapshotId> originals, Guarded subject) {
        return subject.ranges.isEmpty()
                ? Optional.empty()
                : originals.stream()
                        .flatMap(id -> store.catalog().find(id).stream())
                        .filter(original -> !original.isRemoved()
                                && inMilestone(original, subject).isPresent())
                        .findFirst();
    }

    private Guarded look(SubjectId subject) {
        Map<SnapshotId, Pin> pins = store.pins().of(subject);
        Map<SnapshotId, Snapshot> kept = new HashMap<>();
        pins.keySet().stream()
                .flatMap(id -> store.catalog().find(id).stream())
                .filter(original -> !original.isRemoved())
                .forEach(original -> original.replacedBy().ifPresent(place -> kept.put(place, original)));
        NavigableMap<Long, Milestone> ranges = new TreeMap<>();
        store.milestones().of(subject).forEach(milestone -> ranges.put(milestone.first(), milestone));
        return new Guarded(
                store.catalog().head(subject).map(Snapshot::id),
                pins,
                kept,
                ranges,
                store.moments().newestOf(subject).isPresent());
    }
}

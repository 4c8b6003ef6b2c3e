package io.snapdsl.engine.retention;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Pins snapshots and takes pins away: under the subject's lock, so that no removal can have begun meanwhile. */
public final class Pinning {
    private final SnapshotStore store;
    private final Clock clock;

    public Pinning(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Those that are pinned already get the new reason. */
    public void pin(List<Snapshot> snapshots, String reason) {
        bySubject(snapshots)
                .forEach((subject, group) -> locked(subject, "pinning snapshots", () -> {
                    group.forEach(this::refuseRemoved);
                    Instant now = clock.instant();
                    List<Pin> pins = group.stream()
                            .map(snapshot -> new Pin(snapshot.id(), reason, now))
                            .toList();
                    store.pins().add(pins, operation("pin", subject, ids(group), reason));
                }));
    }

    /** Answers which of them had been pinned. */
    public List<Snapshot> unpin(List<Snapshot> snapshots) {
        List<Snapshot> unpinned = new ArrayList<>();
        bySubject(snapshots)
                .forEach((subject, group) -> locked(subject, "unpinning snapshots", () -> {
                    Map<SnapshotId, Pin> pins = store.pins().of(subject);
                    List<Snapshot> pinned = group.stream()
                            .filter(snapshot -> pins.containsKey(snapshot.id()))
                            .toList();
                    if (!pinned.isEmpty()) {
                        store.pins().remove(ids(pinned), operation("unpin", subject, ids(pinned), ""));
                        unpinned.addAll(pinned);
                    }
                }));
        return unpinned;
    }

    private void refuseRemoved(Snapshot snapshot) {
        if (store.catalog().find(snapshot.id()).filter(Snapshot::isRemoved).isPresent()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "Snapshot " + snapshot.id().shortHex() + " was removed; there is nothing left to keep.",
                    "Choose another one from 'snapdsl log'.");
        }
    }

    private void locked(SubjectId subject, String purpose, Runnable work) {
        store.locks().subject(subject, purpose).during(() -> {
            work.run();
            return null;
        });
    }

    private Operation operation(String kind, SubjectId subject, List<SnapshotId> snapshots, String reason) {
        String ids = snapshots.stream().map(SnapshotId::shortHex).collect(Collectors.joining(" "));
        Optional<SnapshotId> only = snapshots.size() == 1 ? Optional.of(snapshots.get(0)) : Optional.empty();
        return new Operation(
                clock.instant(), kind, Optional.of(subject), only, ids + (reason.isEmpty() ? "" : ": " + reason));
    }

    private static Map<SubjectId, List<Snapshot>> bySubject(List<Snapshot> snapshots) {
        return snapshots.stream()
                .collect(Collectors.groupingBy(Snapshot::subjectId, LinkedHashMap::new, Collectors.toList()));
    }

    private static List<SnapshotId> ids(List<Snapshot> snapshots) {
        return snapshots.stream().map(Snapshot::id).toList();
    }
}

package io.snapdsl.engine.retention;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Removes snapshots and gives back the space that nothing else needs. */
public final class Removal {
    /** @param bytesFreed what the store shrank by on disk */
    public record Removed(List<Snapshot> snapshots, long bytesFreed) {}

    private final SnapshotStore store;
    private final Clock clock;
    private final Progress progress;

    public Removal(SnapshotStore store, Clock clock, Progress progress) {
        this.store = store;
        this.clock = clock;
        this.progress = progress;
    }

    /**
     * First the catalog says they are gone, then their content goes: a kill in between leaves content that nobody
     * refers to, which the next sweep takes.
     */
    public Removed remove(List<Snapshot> snapshots, String reason) {
        long before = store.checkup().bytesOnDisk();
        List<SubjectId> subjects =
                snapshots.stream().map(Snapshot::subjectId).distinct().toList();
        whileLocked(subjects, () -> {
            new Protection(store).refuseProtected(snapshots);
            List<SnapshotId> ids = snapshots.stream().map(Snapshot::id).toList();
            Operation operation = new Operation(
                    clock.instant(),
                    RemovalNote.REMOVE,
                    Optional.empty(),
                    Optional.empty(),
                    RemovalNote.describe(ids, reason));
            store.catalog().remove(ids, operation);
            return null;
        });
        sweepAfter(snapshots.size(), "removed");
        return new Removed(snapshots, Math.max(0, before - store.checkup().bytesOnDisk()));
    }

    /** Deletes all content that no snapshot refers to. */
    public void sweep() {
        store.locks().sweeping().during(() -> {
            new Sweeper(store, progress).sweep();
            return null;
        });
    }

    /** As {@link #sweep}, but leaves it to the next one if anybody is using content now. */
    public void sweepIfFree() {
        store.locks()
                .sweepingIfFree()
                .ifPresent(held -> held.during(() -> {
                    new Sweeper(store, progress).sweep();
                    return null;
                }));
    }

    /**
     * Sweeps after something was done to snapshots, and if it can't, says that this much is done.
     *
     * @param done what they are now: {@code removed}
     */
    public void sweepAfter(int count, String done) {
        try {
            sweep();
        } catch (SnapdslException e) {
            String soFar = (count == 1 ? "The snapshot is " : "The snapshots are ") + done + ", but ";
            switch (e.code()) {
                case LOCKED ->
                    throw new SnapdslException(
                            ErrorCode.LOCKED,
                            soFar + "the content is still there: another snapdsl is reading or writing.",
                            "The next removal deletes it too. To wait longer for the others, use --wait SECONDS.",
                            e);
                case STORE_FULL ->
                    throw new SnapdslException(
                            ErrorCode.STORE_FULL,
                            soFar + "the disk is so full that the space could not be given back.",
                            "Make some megabytes of room on the store's disk, then 'snapdsl prune' gives it back.",
                            e);
                default -> throw e;
            }
        }
    }

    /** One subject's lock inside the other's, so that none of them is being restored meanwhile. */
    <T> T whileLocked(List<SubjectId> subjects, Supplier<T> work) {
        return subjects.isEmpty()
                ? work.get()
                : store.locks()
                        .subject(subjects.get(0), "removing snapshots")
                        .during(() -> whileLocked(subjects.subList(1, subjects.size()), work));
    }
}

package io.snapdsl.engine.store;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** Chains of snapshots: they are answered newest first. */
public interface Catalog {
    Optional<Snapshot> head(SubjectId subject);

    Optional<Snapshot> find(SnapshotId id);

    /** Snapshots whose hexadecimal id starts with {@code prefix}: at most {@code limit} of them. */
    List<Snapshot> findByPrefix(String prefix, int limit);

    Optional<Snapshot> atSequence(SubjectId subject, long sequence);

    /** The one that is shown {@code steps} before the newest. */
    Optional<Snapshot> back(SubjectId subject, long steps);

    /** The newest snapshot taken at or before {@code time}. */
    Optional<Snapshot> asOf(SubjectId subject, Instant time);

    /** The lowest sequence number of what was taken at {@code time} or later. */
    OptionalLong firstSince(SubjectId subject, Instant time);

    /**
     * At most {@code limit} snapshots with a sequence number below {@code before}: removed ones included, and
     * consolidated ones instead of those they replace.
     */
    List<Snapshot> page(SubjectId subject, long before, int limit);

    /** The one that is shown before {@code snapshot}. */
    default Optional<Snapshot> before(Snapshot snapshot) {
        return page(snapshot.subjectId(), snapshot.sequence(), 1).stream().findFirst();
    }

    /** The nearest entry of the chain before {@code snapshot}, whether it is still shown or not. */
    Optional<Snapshot> recordedBefore(Snapshot snapshot);

    /** The newest one before {@code snapshot} that still has its content. */
    default Optional<Snapshot> contentBefore(Snapshot snapshot) {
        Optional<Snapshot> earlier = before(snapshot);
        while (earlier.filter(Snapshot::isRemoved).isPresent()) {
            earlier = before(earlier.get());
        }
        return earlier;
    }

    /** Those that took over some of the unknown changes that {@code snapshot} holds, oldest first. */
    List<Snapshot> claimersOf(Snapshot snapshot);

    /** The present snapshots of a subject by time. */
    Timeline timeline(SubjectId subject);

    /** The snapshots that have {@code tag}. */
    Set<SnapshotId> tagged(String tag);

    /** Every entry there ever was: the removed, the replaced and the consolidated ones too. */
    void forEach(SubjectId subject, Consumer<Snapshot> action);

    /**
     * Appends {@code snapshot} to its chain together with the operation that made it. This is the commit point: all
     * content must have been written before. If it names a session, that gets an event with it, and starts with it if
     * nobody has started it before.
     *
     * @throws IllegalStateException if the chain's head is not the snapshot's previous one
     */
    void publish(Snapshot snapshot, Operation operation);

    /**
     * A consolidated snapshot and what it stands for.
     *
     * @param members what was shown until now: entries of the chain, or earlier consolidated ones
     */
    record Merge(Snapshot result, List<SnapshotId> members, Operation operation) {}

    /**
     * Shows each result in the place of its members, from the oldest on: all of them or none. All content must have been
     * written before.
     *
     * @param patches what members changed, to be kept
     * @param contentGoes whether the members' content may be swept from then on
     * @throws IllegalStateException if a member is not shown any more
     */
    void consolidate(List<Merge> merges, Map<SnapshotId, Content> patches, boolean contentGoes);

    /**
     * Marks the snapshots removed, and with a consolidated one all that it stands for, their preserved patches too. The
     * content may be swept from then on.
     */
    void remove(List<SnapshotId> snapshots, Operation operation);
}

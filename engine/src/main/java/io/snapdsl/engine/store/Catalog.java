package io.snapdsl.engine.store;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.UnknownChanges;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** Subjects, their chains of snapshots, and the audit log. Chains are answered newest first. */
public interface Catalog {
    /** Adds a workspace under {@code name}, or under {@code name-2}, {@code name-3}… if that is taken. */
    Subject.Workspace register(String name, Path directory, Subject.Birth birth);

    /** A workspace was moved, or a state's file is another: the same subject, elsewhere. */
    void relocate(SubjectId subject, Path place);

    /**
     * Adds a container under {@code name}, or under {@code name-2}, {@code name-3}… if that is taken. One that is there
     * already, by its engine and its id, is answered as it is.
     */
    Subject.Container registerContainer(String name, String engine, String containerName, String containerId);

    /**
     * A container was renamed, or replaced by one with another id: the same subject. No other subject may have that id.
     */
    void relocate(SubjectId container, String containerName, String containerId);

    /**
     * Adds a state. One that is there already is answered as it is.
     *
     * @throws io.snapdsl.engine.SnapdslException {@code IN_USE} if something else has that name
     */
    Subject.State registerState(String name);

    /** From now on unknown changes of {@code workspace} are treated so. */
    void setUnknownChanges(SubjectId workspace, UnknownChanges treatment, Operation operation);

    /** From now on snapshots of {@code workspace} leave these out; empty: what its directory's own rules say. */
    void setIgnored(SubjectId workspace, Optional<List<String>> patterns, Operation operation);

    /** From now on a snap of {@code workspace} merges old snapshots when it shows more than this many; empty: never. */
    void setConsolidateAbove(SubjectId workspace, OptionalInt number, Operation operation);

    List<Subject> subjects();

    Optional<Subject> subject(SubjectId id);

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

    void record(Operation operation);

    /** An operation as it stands in the audit log. */
    record Logged(long number, Operation operation) {}

    Optional<Logged> operation(long number);

    /** The operation that made {@code snapshot}. */
    Optional<Logged> operationOf(SnapshotId snapshot);

    /** The newest operations. */
    List<Operation> operations(int limit);

    /** The number of the newest operation; 0 when there is none. */
    long newestOperation();

    /** What came after the operation {@code number}, oldest first. */
    List<Logged> operationsAfter(long number, int limit);
}

package io.snapdsl.engine.store;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Subjects, their chains of snapshots, and the audit log. Chains are answered newest first. */
public interface Catalog {
    /** Adds a workspace under {@code name}, or under {@code name-2}, {@code name-3}… if that is taken. */
    Subject.Workspace register(String name, Path directory, Subject.Birth birth);

    /** A workspace was moved: the same subject, elsewhere. */
    void relocate(SubjectId workspace, Path directory);

    List<Subject> subjects();

    Optional<Subject> subject(SubjectId id);

    Optional<Snapshot> head(SubjectId subject);

    Optional<Snapshot> find(SnapshotId id);

    /** Snapshots whose hexadecimal id starts with {@code prefix}: at most {@code limit} of them. */
    List<Snapshot> findByPrefix(String prefix, int limit);

    Optional<Snapshot> atSequence(SubjectId subject, long sequence);

    /** The newest snapshot taken at or before {@code time}. */
    Optional<Snapshot> asOf(SubjectId subject, Instant time);

    /**
     * At most {@code limit} snapshots with a sequence number below {@code before}: removed ones included, and
     * consolidated ones instead of those they replace.
     */
    List<Snapshot> page(SubjectId subject, long before, int limit);

    /** The one that is shown before {@code snapshot}. */
    default Optional<Snapshot> before(Snapshot snapshot) {
        return page(snapshot.subjectId(), snapshot.sequence(), 1).stream().findFirst();
    }

    /** The newest one before {@code snapshot} that still has its content. */
    default Optional<Snapshot> contentBefore(Snapshot snapshot) {
        Optional<Snapshot> earlier = before(snapshot);
        while (earlier.filter(Snapshot::isRemoved).isPresent()) {
            earlier = before(earlier.get());
        }
        return earlier;
    }

    /** The present snapshots of a subject by time. */
    Timeline timeline(SubjectId subject);

    /** The snapshots that have {@code tag}. */
    Set<SnapshotId> tagged(String tag);

    /** Every entry there ever was: the removed, the replaced and the consolidated ones too. */
    void forEach(SubjectId subject, Consumer<Snapshot> action);

    /**
     * Appends {@code snapshot} to its chain together with the operation that made it. This is the commit point: all
     * content must have been written before.
     *
     * @throws IllegalStateException if the chain's head is not the snapshot's previous one
     */
    void publish(Snapshot snapshot, Operation operation);

    /** Marks the snapshots removed. Their content may be swept from then on. */
    void remove(List<SnapshotId> snapshots, Operation operation);

    void record(Operation operation);

    /** An operation as it stands in the audit log. */
    record Logged(long number, Operation operation) {}

    Optional<Logged> operation(long number);

    /** The operation that made {@code snapshot}. */
    Optional<Logged> operationOf(SnapshotId snapshot);

    /** The newest operations. */
    List<Operation> operations(int limit);
}

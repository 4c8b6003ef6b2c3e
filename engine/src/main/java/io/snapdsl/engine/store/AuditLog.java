package io.snapdsl.engine.store;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SnapshotId;
import java.util.List;
import java.util.Optional;

/** Everything that changed the store or a subject, and why. What changes a chain is logged with the change, by {@link Catalog}. */
public interface AuditLog {
    void record(Operation operation);

    /** An operation as it stands in the log. */
    record Logged(long number, Operation operation) {}

    Optional<Logged> find(long number);

    /** The operation that made {@code snapshot}. */
    Optional<Logged> of(SnapshotId snapshot);

    /** All operations that have to do with {@code snapshot}, oldest first. */
    List<Operation> on(SnapshotId snapshot);

    List<Operation> newest(int limit);

    /** The newest operation of its kind. */
    Optional<Logged> newest(String kind);

    /** The number of the newest operation; 0 when there is none. */
    long newestNumber();

    /** What came after the operation {@code number}, oldest first. */
    List<Logged> after(long number, int limit);
}

package io.snapdsl.engine.store;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentId;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.CheckpointDraft;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What was taken together. Answered newest first. */
public interface Moments {
    /**
     * Appends what was taken to the chains, and adds the moment: all of it or nothing. All content must have been written
     * before.
     *
     * @param moment makes it when the checkpoints have got their places in their chains
     * @throws IllegalStateException as {@link Catalog#publish} does
     */
    Moment publish(
            List<Publication> snapshots, List<CheckpointDraft> checkpoints, Function<List<Checkpoint>, Moment> moment);

    /** Moments whose hexadecimal id starts with {@code prefix}: at most {@code limit} of them. */
    List<Moment> findByPrefix(String prefix, int limit);

    /** The one {@code steps} before the newest. */
    Optional<Moment> back(long steps);

    List<Moment> newest(int limit);

    /** Those older than {@code moment}; none if it is not there. */
    List<Moment> behind(MomentId moment, int limit);

    /** The newest that {@code subject} is part of. */
    Optional<Moment> newestOf(SubjectId subject);

    /** The newest that was taken because of one of {@code triggers}. */
    Optional<Moment> newestFor(Set<Trigger> triggers);

    /** All that need {@code snapshot}. */
    List<Moment> needing(SnapshotId snapshot);

    /** Their parts are ordinary snapshots from then on. */
    void remove(List<MomentId> moments, Operation operation);
}

package io.snapdsl.engine.run;

import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Pruning.Pruned;
import io.snapdsl.engine.state.Checkpoint;
import java.time.Duration;
import java.util.List;

/** Is told what a runner does, as it happens and from several threads. */
public interface RunListener {
    void taken(Policy policy, When trigger, Snapshot snapshot);

    /** A state was read from its file. */
    default void checkpointed(Policy policy, When trigger, Checkpoint checkpoint) {}

    /** After all that was taken for it. */
    default void moment(Policy policy, When trigger, Moment moment) {}

    /** There was nothing to take: the newest snapshot still says how the subject is. */
    void unchanged(Policy policy, When trigger, Subject subject);

    /** Said once of each. */
    default void knownOtherwise(Policy policy, OtherName name) {}

    /** Of a container that is not there, or whose engine is not, it is said once: as soon as it is, it is taken. */
    void failed(Policy policy, When trigger, Declared subject, Exception failure);

    /** All of a trigger's subjects will be tried again. */
    void retrying(Policy policy, When trigger, Duration delay);

    /** A hook has something to say. */
    void said(Policy policy, String text);

    void hookFailed(Policy policy, Hook.Point point, Exception failure);

    void consolidated(Policy policy, Subject subject, Consolidated consolidated);

    void pruned(Policy policy, Pruned pruned);

    /**
     * The policy was edited while it runs, and by its new rules snapshots would go.
     *
     * @param snapshots how many of those there are now
     * @param delay how long nothing is removed yet, so that a slip can be taken back
     */
    default void willPrune(Policy policy, long snapshots, Duration delay) {}

    /**
     * Snapshots of containers were removed, but the engine has to keep their images.
     *
     * @param images which, and why
     */
    default void imagesInUse(Policy policy, List<String> images) {}

    void tidyingFailed(Policy policy, Exception failure);

    /** @param age of the newest snapshot, or since when this run last found the subject to be as that says */
    void stale(Policy policy, Declared subject, Duration age);

    /**
     * The clock was changed. After a jump ahead nothing is merged or removed for a day, in case it is wrong.
     *
     * @param by negative if it was put back
     */
    void clockJumped(Duration by);

    /** The run ends, but something is under way: that may take as long as {@code patience}, and is then given up. */
    default void finishing(Duration patience) {}

    /** The containers' engine, which was away, answers again. */
    default void engineReturned() {}

    /** Something else went wrong; it goes on. */
    void troubled(Exception failure);
}

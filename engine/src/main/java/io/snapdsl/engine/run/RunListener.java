package io.snapdsl.engine.run;

import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Pruning.Pruned;
import java.time.Duration;

/** Is told what a runner does, as it happens and from several threads. */
public interface RunListener {
    void taken(Policy policy, When trigger, Recorded recorded);

    /** There was nothing to take: the newest snapshot still says how the subject is. */
    void unchanged(Policy policy, When trigger, Subject subject);

    void failed(Policy policy, When trigger, Declared subject, Exception failure);

    /** All of a trigger's subjects will be tried again. */
    void retrying(Policy policy, When trigger, Duration delay);

    /** A hook has something to say. */
    void said(Policy policy, String text);

    void hookFailed(Policy policy, Hook.Point point, Exception failure);

    void consolidated(Policy policy, Subject subject, Consolidated consolidated);

    void pruned(Policy policy, Pruned pruned);

    void tidyingFailed(Policy policy, Exception failure);

    /** @param age how long nobody has seen to it that there is a snapshot of the subject as it is */
    void stale(Policy policy, Declared subject, Duration age);

    /**
     * The clock was changed. After a jump ahead nothing is merged or removed for a day, in case it is wrong.
     *
     * @param by negative if it was put back
     */
    void clockJumped(Duration by);

    /** Something else went wrong; it goes on. */
    void troubled(Exception failure);
}

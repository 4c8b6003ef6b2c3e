package io.snapdsl.engine.run;

import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import java.time.Duration;
import java.time.Instant;

/** Is told what a runner does, as it happens and from several threads. */
public interface RunListener {
    void taken(Policy policy, When trigger, Recorded recorded);

    /** There was nothing to take: the newest snapshot still says how the subject is. */
    void unchanged(Policy policy, When trigger, Subject subject);

    /** @param retry when it will be tried again */
    void failed(Policy policy, When trigger, Declared subject, Exception failure, Instant retry);

    void hookFailed(Policy policy, String hook, Exception failure);

    void pruned(Policy policy, int snapshots, long bytesFreed);

    void consolidated(Policy policy, int originals, int results, long bytesFreed);

    void tidyingFailed(Policy policy, Exception failure);

    /** @param age of the newest snapshot */
    void stale(Policy policy, Declared subject, Duration age);
}

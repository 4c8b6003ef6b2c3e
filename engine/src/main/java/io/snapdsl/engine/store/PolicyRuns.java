package io.snapdsl.engine.store;

import java.time.Instant;
import java.util.Optional;

/** When each trigger of a policy was last attended to, so that a runner that is started again knows what it missed. */
public interface PolicyRuns {
    Optional<Instant> last(String policy, String trigger);

    void record(String policy, String trigger, Instant time);
}

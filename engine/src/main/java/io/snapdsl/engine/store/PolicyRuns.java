package io.snapdsl.engine.store;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** When each trigger of a policy was last attended to with success, so that a runner that is started again knows what it missed. */
public interface PolicyRuns {
    Optional<Instant> last(String policy, String trigger);

    void record(String policy, String trigger, Instant time);

    /** Those of one script alone: many projects share a store, and their policies are often called the same. */
    default PolicyRuns of(Path script) {
        PolicyRuns all = this;
        return new PolicyRuns() {
            @Override
            public Optional<Instant> last(String policy, String trigger) {
                return all.last(inScript(policy), trigger);
            }

            @Override
            public void record(String policy, String trigger, Instant time) {
                all.record(inScript(policy), trigger, time);
            }

            private String inScript(String policy) {
                return script + ": " + policy;
            }
        };
    }
}

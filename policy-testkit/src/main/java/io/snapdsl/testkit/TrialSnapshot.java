package io.snapdsl.testkit;

import io.snapdsl.engine.history.Snapshot;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot that a policy on trial has taken, and what became of it.
 *
 * @param time when it was taken
 * @param trigger what made it happen, as {@code snapdsl log} calls it: {@code schedule}, {@code file_change}
 * @param removed when it was removed, or merged into another; empty for one that is still there
 * @param reasons why it is kept, one for each rule, or why it is gone; none if it goes the next time that is tidied up
 * @param snapshot all else there is to know
 */
public record TrialSnapshot(
        ZonedDateTime time, String trigger, Optional<Instant> removed, List<String> reasons, Snapshot snapshot) {
    public boolean isKept() {
        return removed.isEmpty();
    }

    @Override
    public String toString() {
        return time + " (" + trigger + ") " + (isKept() ? "kept: " : "gone: ") + String.join(", ", reasons);
    }
}

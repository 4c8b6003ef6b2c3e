package io.snapdsl.api;

import io.snapdsl.engine.restore.WorkspaceTransition.Done;
import java.util.List;
import java.util.Optional;

/**
 * What came of going back.
 *
 * @param written how many files
 * @param deleted how many files
 * @param snapshot the new state; empty if nothing had to be done
 * @param problems files that could not be brought back, each with the reason
 */
public record Restored(long written, long deleted, Optional<Snapshot> snapshot, List<String> problems) {
    /** Whether all of it was done. */
    public boolean isComplete() {
        return problems.isEmpty();
    }

    static Restored of(Done done) {
        return new Restored(
                done.written(),
                done.deleted(),
                done.result().map(Snapshot::of),
                done.problems().stream()
                        .map(problem -> problem.path() + ": " + problem.reason())
                        .toList());
    }
}

package io.snapdsl.engine.revert;

import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.TreePath;
import java.util.Optional;

/** The state that a snapshot holds, and how much of what was there it knows. */
record Past(Snapshot snapshot, Extent extent) {
    /** Why nobody can say whether {@code path}, which the snapshot lacks, was there. */
    Optional<String> ignorance(TreePath path, boolean directory) {
        String id = snapshot.id().shortHex();
        return extent.problem(path)
                .map(problem -> "is not in " + id + ": " + problem.clause())
                .or(() ->
                        extent.leftOutBy(path, directory).map(rule -> "was left out of " + id + " by " + rule.text()));
    }
}

package io.snapdsl.engine.continuity;

import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.TreePath;
import java.util.List;
import java.util.Optional;

/**
 * Changes that were unknown until the operation that had made them announced them.
 *
 * @param from the snapshot that took them in
 * @param before the state before that; none if one of the two was removed, and nobody can tell the changes any more
 * @param changes those taken over, for a {@link io.snapdsl.engine.diff.TreeEditor}: with the directories around them
 */
public record Claim(Snapshot from, Optional<Snapshot> before, List<Change> changes) {
    /** As people see them, in order. */
    public List<TreePath> paths() {
        return changes.stream()
                .filter(Change::isVisible)
                .map(Change::path)
                .distinct()
                .toList();
    }
}

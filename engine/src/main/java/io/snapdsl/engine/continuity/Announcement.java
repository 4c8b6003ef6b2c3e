package io.snapdsl.engine.continuity;

import io.snapdsl.engine.tree.TreePath;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** The files and directories that an operation said it would change. Who names none has announced everything. */
public record Announcement(Set<TreePath> paths) {
    public Announcement {
        paths = Set.copyOf(paths);
    }

    public static Announcement of(Collection<TreePath> paths) {
        return new Announcement(Set.copyOf(paths));
    }

    public boolean isEverything() {
        return paths.isEmpty() || paths.contains(TreePath.ROOT);
    }

    /** Whether {@code path} or a directory it lies in was announced. */
    public boolean covers(TreePath path) {
        if (isEverything()) {
            return true;
        }
        for (Optional<TreePath> at = Optional.of(path);
                at.isPresent();
                at = at.get().parent()) {
            if (paths.contains(at.get())) {
                return true;
            }
        }
        return false;
    }
}

package io.snapdsl.engine.continuity;

import io.snapdsl.engine.tree.TreePath;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * The files and directories that an operation said it would change. Who names none has announced everything.
 *
 * @param except what is not announced though the rest says so, with what is below it and the directories around it
 */
public record Announcement(Set<TreePath> paths, Set<TreePath> except) {
    public Announcement {
        paths = Set.copyOf(paths);
        except = Set.copyOf(except);
    }

    public static Announcement of(Collection<TreePath> paths) {
        return new Announcement(Set.copyOf(paths), Set.of());
    }

    public static Announcement everythingBut(Collection<TreePath> paths) {
        return new Announcement(Set.of(), Set.copyOf(paths));
    }

    public boolean isEverything() {
        return except.isEmpty() && namesEverything();
    }

    private boolean namesEverything() {
        return paths.isEmpty() || paths.contains(TreePath.ROOT);
    }

    /** Whether {@code path} or a directory it lies in was announced. */
    public boolean covers(TreePath path) {
        return !isExcepted(path) && (namesEverything() || holds(paths, path));
    }

    private boolean isExcepted(TreePath path) {
        return !except.isEmpty() && (holds(except, path) || except.stream().anyMatch(other -> other.startsWith(path)));
    }

    private static boolean holds(Set<TreePath> paths, TreePath path) {
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

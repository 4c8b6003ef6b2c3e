package io.snapdsl.engine.continuity;

import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.tree.TreePath;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
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

    /** Who names a renamed file by one of its names means it by the other, too. */
    Announcement underBothNames(List<FileDelta> moved) {
        return new Announcement(underBothNames(paths, moved), underBothNames(except, moved));
    }

    private static Set<TreePath> underBothNames(Set<TreePath> named, List<FileDelta> moved) {
        Set<TreePath> all = new HashSet<>(named);
        int before;
        do { // The name that one file gave up may be another's new one.
            before = all.size();
            for (FileDelta file : moved) {
                TreePath from = file.oldPath().orElseThrow();
                TreePath to = file.newPath().orElseThrow();
                if (holds(all, from) || holds(all, to)) {
                    all.add(from);
                    all.add(to);
                }
            }
        } while (all.size() > before);
        return all;
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

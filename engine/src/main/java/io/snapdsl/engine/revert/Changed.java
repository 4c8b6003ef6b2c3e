package io.snapdsl.engine.revert;

import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import java.util.Optional;

/** Says in words what happened to a path since the snapshot whose change of it is to be taken back. */
final class Changed {
    private Changed() {}

    static String since(Optional<TreeEntry> after, Optional<TreeEntry> before, Optional<TreeEntry> now) {
        if (now.isEmpty()) {
            return "was deleted since";
        }
        if (after.isEmpty()) {
            return "was made anew since it was deleted";
        }
        if (now.get().getClass() != after.get().getClass()) {
            return "has become a " + kind(now.get()) + " since";
        }
        if (now.get() instanceof DirectoryEntry) {
            return "is a directory in which something was changed since";
        }
        return before.isEmpty()
                ? "was changed since it was made"
                : "is a " + kind(now.get()) + " and was changed since";
    }

    private static String kind(TreeEntry entry) {
        return entry instanceof DirectoryEntry ? "directory" : entry instanceof SymlinkEntry ? "symbolic link" : "file";
    }
}

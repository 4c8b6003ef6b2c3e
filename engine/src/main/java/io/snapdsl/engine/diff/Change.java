package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.Optional;

/** One path that two trees hold differently. When a path changes its kind, that is a deletion and a creation. */
public record Change(TreePath path, Optional<TreeEntry> before, Optional<TreeEntry> after) {
    private static final Hash EMPTY_DIRECTORY = Tree.EMPTY.hash();

    public enum Kind {
        CREATED,
        DELETED,
        /** Other content, mode or owner. */
        MODIFIED,
        /** Only times or hard links differ. */
        TOUCHED
    }

    public Kind kind() {
        if (before.isEmpty()) {
            return Kind.CREATED;
        }
        if (after.isEmpty()) {
            return Kind.DELETED;
        }
        boolean sameContent = isDirectory() || before.get().sameContent(after.get());
        boolean sameRights = before.get().mode() == after.get().mode()
                && before.get().owner().equals(after.get().owner());
        return sameContent && sameRights ? Kind.TOUCHED : Kind.MODIFIED;
    }

    /**
     * Whether people see it as a change. A directory is one when its mode changes, or when it comes or goes empty;
     * otherwise what is in it tells.
     */
    public boolean isVisible() {
        if (kind() == Kind.TOUCHED) {
            return false;
        }
        return kind() == Kind.MODIFIED
                || !(after.or(() -> before).orElseThrow() instanceof DirectoryEntry directory)
                || directory.tree().equals(EMPTY_DIRECTORY);
    }

    public boolean isDirectory() {
        return after.or(() -> before).orElseThrow() instanceof DirectoryEntry;
    }

    public Change reversed() {
        return new Change(path, after, before);
    }
}

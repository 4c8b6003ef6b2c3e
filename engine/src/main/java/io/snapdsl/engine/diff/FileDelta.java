package io.snapdsl.engine.diff;

import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.Optional;

/**
 * A file or symbolic link that two trees hold differently, as people see it: where {@link Change} knows a deletion and
 * a creation, this knows a file that was renamed or became a link.
 */
public record FileDelta(Optional<Version> before, Optional<Version> after) {
    /** A file or link and where it is. */
    public record Version(TreePath path, TreeEntry entry) {}

    public enum Kind {
        CREATED,
        DELETED,
        /** Other content, perhaps another mode as well. */
        MODIFIED,
        /** Another mode and nothing else. */
        MODE_CHANGED,
        /** The same content at another path, perhaps with another mode. */
        RENAMED,
        /** A file became a symbolic link, or the reverse. */
        TYPE_CHANGED
    }

    public FileDelta {
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("nothing before and nothing after is no change");
        }
    }

    public Kind kind() {
        if (before.isEmpty()) {
            return Kind.CREATED;
        }
        if (after.isEmpty()) {
            return Kind.DELETED;
        }
        TreeEntry old = before.get().entry();
        TreeEntry now = after.get().entry();
        if (old.getClass() != now.getClass()) {
            return Kind.TYPE_CHANGED;
        }
        if (!old.sameContent(now)) {
            return Kind.MODIFIED;
        }
        return before.get().path().equals(after.get().path()) ? Kind.MODE_CHANGED : Kind.RENAMED;
    }

    /** The way back. */
    public FileDelta reversed() {
        return new FileDelta(after, before);
    }

    /** Where it is now, or where it was until it was deleted. */
    public TreePath path() {
        return after.or(() -> before).orElseThrow().path();
    }

    public Optional<TreePath> oldPath() {
        return before.map(Version::path);
    }

    public Optional<TreePath> newPath() {
        return after.map(Version::path);
    }

    public Optional<TreeEntry> oldEntry() {
        return before.map(Version::entry);
    }

    public Optional<TreeEntry> newEntry() {
        return after.map(Version::entry);
    }

    /** Whether it has another name afterwards, and maybe other content as well. */
    public boolean isMoved() {
        return before.isPresent()
                && after.isPresent()
                && !before.get().path().equals(after.get().path());
    }

    /** Whether there are other bytes to read, not just another name or mode. */
    public boolean contentChanged() {
        return switch (kind()) {
            case CREATED, DELETED, MODIFIED, TYPE_CHANGED -> true;
            case MODE_CHANGED, RENAMED -> false;
        };
    }

    /** Whether there is a file before and after, with different permission bits. */
    public boolean modeChanged() {
        return before.isPresent()
                && after.isPresent()
                && before.get().entry().mode() != after.get().entry().mode();
    }
}

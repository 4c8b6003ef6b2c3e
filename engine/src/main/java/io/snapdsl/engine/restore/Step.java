package io.snapdsl.engine.restore;

import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;

/** One thing a restore does, or deliberately doesn't. */
public sealed interface Step {
    TreePath path();

    /** Removes a file, a link, or a directory that is empty by then. */
    record Delete(TreePath path, TreeEntry entry) implements Step {}

    record MakeDirectory(TreePath path, DirectoryEntry entry) implements Step {}

    /** Writes a file anew, beside the old one if {@code replaces}, and renames it into place. */
    record WriteFile(TreePath path, FileEntry entry, boolean replaces) implements Step {}

    record MakeLink(TreePath path, SymlinkEntry entry, boolean replaces) implements Step {}

    /** The content is right; mode and times are set. */
    record SetMetadata(TreePath path, TreeEntry entry) implements Step {}

    /**
     * Left as it is.
     *
     * @param blocked whether the snapshot says what it should be, but what is there can't be saved; otherwise the
     *     snapshot doesn't know
     */
    record Keep(TreePath path, String reason, boolean blocked) implements Step {}
}

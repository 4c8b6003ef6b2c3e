package io.snapdsl.engine.tree;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Finds its way in stored trees. */
public final class TreeReader {
    private final ContentReader content;

    public TreeReader(ContentReader content) {
        this.content = content;
    }

    public Tree tree(Hash hash) {
        try {
            return Tree.decode(content.chunk(hash));
        } catch (DamagedContentException e) {
            throw new DamagedContentException("directory " + hash + ": " + e.getMessage(), e);
        }
    }

    /** The entry at {@code path}, which must not be the root. */
    public Optional<TreeEntry> find(Hash root, TreePath path) {
        Hash directory = root;
        Optional<TreeEntry> found = Optional.empty();
        for (Name name : path.names()) {
            if (directory == null) {
                return Optional.empty();
            }
            found = tree(directory).find(name);
            directory = found.orElse(null) instanceof DirectoryEntry entry ? entry.tree() : null;
        }
        return found;
    }

    /** Every entry below {@code root}, a directory before what it contains. */
    public void walk(Hash root, BiConsumer<TreePath, TreeEntry> visitor) {
        walk(root, TreePath.ROOT, visitor);
    }

    public void walk(Hash root, TreePath at, BiConsumer<TreePath, TreeEntry> visitor) {
        for (TreeEntry entry : tree(root).entries()) {
            TreePath path = at.resolve(entry.name());
            visitor.accept(path, entry);
            if (entry instanceof DirectoryEntry directory) {
                walk(directory.tree(), path, visitor);
            }
        }
    }
}

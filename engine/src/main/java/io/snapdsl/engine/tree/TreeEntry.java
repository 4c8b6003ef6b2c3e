package io.snapdsl.engine.tree;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.Hash;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalLong;

/** What a directory holds under one name. */
public sealed interface TreeEntry {
    Name name();

    /** The permission bits, setuid, setgid and sticky included (octal 7777). */
    int mode();

    /** Whether two entries hold the same thing, whatever their times and hard links. */
    boolean sameContent(TreeEntry other);

    /**
     * A regular file.
     *
     * @param linkGroup files of one snapshot with the same number here are hard links to each other
     */
    record FileEntry(Name name, int mode, Instant modified, long size, Content content, OptionalLong linkGroup)
            implements TreeEntry {
        @Override
        public boolean sameContent(TreeEntry other) {
            return other instanceof FileEntry file && content.equals(file.content);
        }
    }

    /** A directory, whose own entries are the {@link Tree} with that hash. */
    record DirectoryEntry(Name name, int mode, Instant modified, Hash tree) implements TreeEntry {
        @Override
        public boolean sameContent(TreeEntry other) {
            return other instanceof DirectoryEntry directory && tree.equals(directory.tree);
        }
    }

    /** A symbolic link: its target is bytes that are kept as they are and never followed. */
    record SymlinkEntry(Name name, byte[] target) implements TreeEntry {
        public SymlinkEntry {
            target = target.clone();
        }

        @Override
        public byte[] target() {
            return target.clone();
        }

        @Override
        public int mode() {
            return 0777;
        }

        @Override
        public boolean sameContent(TreeEntry other) {
            return other instanceof SymlinkEntry link && Arrays.equals(target, link.target);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SymlinkEntry link && name.equals(link.name) && Arrays.equals(target, link.target);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + Arrays.hashCode(target);
        }
    }
}

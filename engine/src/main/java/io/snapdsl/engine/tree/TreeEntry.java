package io.snapdsl.engine.tree;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.Hash;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/** What a directory holds under one name. */
public sealed interface TreeEntry {
    Name name();

    /** The permission bits, setuid, setgid and sticky included (octal 7777). */
    int mode();

    /** Whom it belongs to, where that is kept. */
    Optional<Owner> owner();

    /** Whether two entries hold the same thing, whatever their times and hard links. */
    boolean sameContent(TreeEntry other);

    /**
     * A regular file.
     *
     * @param linkGroup files of one snapshot with the same number here are hard links to each other
     */
    record FileEntry(
            Name name,
            int mode,
            Instant modified,
            long size,
            Content content,
            OptionalLong linkGroup,
            Optional<Owner> owner)
            implements TreeEntry {
        public FileEntry(Name name, int mode, Instant modified, long size, Content content, OptionalLong linkGroup) {
            this(name, mode, modified, size, content, linkGroup, Optional.empty());
        }

        @Override
        public boolean sameContent(TreeEntry other) {
            return other instanceof FileEntry file && content.equals(file.content);
        }
    }

    /** A directory, whose own entries are the {@link Tree} with that hash. */
    record DirectoryEntry(Name name, int mode, Instant modified, Hash tree, Optional<Owner> owner)
            implements TreeEntry {
        public DirectoryEntry(Name name, int mode, Instant modified, Hash tree) {
            this(name, mode, modified, tree, Optional.empty());
        }

        @Override
        public boolean sameContent(TreeEntry other) {
            return other instanceof DirectoryEntry directory && tree.equals(directory.tree);
        }
    }

    /**
     * A symbolic link: its target is bytes that are kept as they are and never followed.
     *
     * @param modified kept together with the owner
     */
    record SymlinkEntry(Name name, byte[] target, Optional<Instant> modified, Optional<Owner> owner)
            implements TreeEntry {
        public SymlinkEntry {
            target = target.clone();
            if (modified.isPresent() != owner.isPresent()) {
                throw new IllegalArgumentException("a link's time and owner are kept together or not at all");
            }
        }

        public SymlinkEntry(Name name, byte[] target) {
            this(name, target, Optional.empty(), Optional.empty());
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
            return other instanceof SymlinkEntry link
                    && name.equals(link.name)
                    && Arrays.equals(target, link.target)
                    && modified.equals(link.modified)
                    && owner.equals(link.owner);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + Arrays.hashCode(target);
        }
    }

    /** A named pipe or a device: volumes have them, workspaces leave them out. */
    record SpecialEntry(Name name, Kind kind, int mode, Instant modified, int major, int minor, Optional<Owner> owner)
            implements TreeEntry {
        public enum Kind {
            PIPE("named pipe"),
            CHARACTER_DEVICE("character device"),
            BLOCK_DEVICE("block device");

            private final String words;

            Kind(String words) {
                this.words = words;
            }

            public String words() {
                return words;
            }
        }

        /** What it is, for people: {@code character device 1:3}. */
        public String describe() {
            return kind == Kind.PIPE ? kind.words : kind.words + " " + major + ":" + minor;
        }

        @Override
        public boolean sameContent(TreeEntry other) {
            return other instanceof SpecialEntry special
                    && kind == special.kind
                    && major == special.major
                    && minor == special.minor;
        }
    }
}

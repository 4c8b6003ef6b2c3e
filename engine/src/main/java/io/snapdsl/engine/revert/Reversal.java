package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** What is to be taken back at one path: what a snapshot left there gives way to what was there before it. */
record Reversal(Version after, Version before) {
    /** What a state of the past has at the path. */
    record Version(Optional<TreeEntry> entry, Past past) {
        /** The root directory, which has no name of its own: any will do. */
        static Version root(Past past) {
            return root(past, past.snapshot().root());
        }

        private static Version root(Past past, Hash tree) {
            return new Version(Optional.of(new DirectoryEntry(Name.of("root"), 0, Instant.EPOCH, tree)), past);
        }

        /** The root directory of the same state, but with other content. */
        Version withRoot(Hash tree) {
            return root(past, tree);
        }

        /** The tree of the root directory. */
        Hash root() {
            return directory().orElseThrow().tree();
        }

        Optional<DirectoryEntry> directory() {
            return entry.filter(DirectoryEntry.class::isInstance).map(DirectoryEntry.class::cast);
        }

        Optional<FileEntry> file() {
            return entry.filter(FileEntry.class::isInstance).map(FileEntry.class::cast);
        }

        boolean isFile() {
            return file().isPresent();
        }

        /** A directory, or nothing: what can be treated as a directory without content. */
        boolean isDirectoryOrNothing() {
            return entry.isEmpty() || directory().isPresent();
        }
    }

    /** This one and an {@code older} one that begins where this one ends, as one. */
    Reversal joinedWith(Reversal older) {
        return new Reversal(after, older.before);
    }

    /** The snapshot that is taken back. */
    Snapshot snapshot() {
        return after.past().snapshot();
    }

    boolean isOfDirectory() {
        return Stream.of(after, before).anyMatch(version -> version.directory().isPresent());
    }
}

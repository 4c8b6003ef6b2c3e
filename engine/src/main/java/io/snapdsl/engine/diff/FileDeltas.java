package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta.Version;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the files that differ between two trees; swap the trees for the way back. Directories are no files and mere
 * touches no differences. No file's content is read: what was renamed is known by its hash.
 */
public final class FileDeltas {
    private final TreeComparison comparison;

    public FileDeltas(TreeComparison comparison) {
        this.comparison = comparison;
    }

    /** All of them, in the order of {@link FileDelta#path}. */
    public List<FileDelta> between(Hash before, Hash after) {
        return between(before, after, path -> true);
    }

    /** Only paths that {@code wanted} accepts: a file that was renamed into or out of them is created or deleted. */
    public List<FileDelta> between(Hash before, Hash after, Predicate<TreePath> wanted) {
        return between(Optional.of(before), Optional.of(after), wanted);
    }

    /** A tree that isn't there counts as an empty one. */
    public List<FileDelta> between(Optional<Hash> before, Optional<Hash> after, Predicate<TreePath> wanted) {
        return among(comparison.between(before, after), wanted);
    }

    /** @param changes as a comparison tells them */
    public static List<FileDelta> among(Changes changes, Predicate<TreePath> wanted) {
        Collected found = new Collected();
        changes.forEach(change -> {
            if (!change.isDirectory() && change.kind() != Change.Kind.TOUCHED && wanted.test(change.path())) {
                found.add(change);
            }
        });
        List<FileDelta> deltas = found.inPlace;
        deltas.addAll(RenameDetection.pair(found.deleted, found.created));
        deltas.sort(Comparator.comparing(FileDelta::path));
        return deltas;
    }

    /** Sorts changes into those that can be half of a rename and those that stay where they are. */
    private static final class Collected {
        private final List<FileDelta> inPlace = new ArrayList<>();
        private final List<Version> deleted = new ArrayList<>();
        private final List<Version> created = new ArrayList<>();

        void add(Change change) {
            Optional<Version> before = change.before().map(entry -> new Version(change.path(), entry));
            Optional<Version> after = change.after().map(entry -> new Version(change.path(), entry));
            if (after.isEmpty()) {
                deleted.add(before.orElseThrow());
            } else if (before.isPresent()) {
                inPlace.add(new FileDelta(before, after));
            } else if (lastDeleted(change.path())) {
                inPlace.add(new FileDelta(Optional.of(deleted.remove(deleted.size() - 1)), after));
            } else {
                created.add(after.orElseThrow());
            }
        }

        /** A comparison reports another type as a deletion directly followed by a creation. */
        private boolean lastDeleted(TreePath path) {
            return !deleted.isEmpty() && deleted.get(deleted.size() - 1).path().equals(path);
        }
    }
}

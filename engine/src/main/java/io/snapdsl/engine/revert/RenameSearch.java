package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.DisplacingRenames;
import io.snapdsl.engine.diff.EditedRenames;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells what became of each file between two trees, and finds all renames that can be found; but none from one of several
 * files with the same content, if others of these were deleted: it may be any of them.
 */
final class RenameSearch {
    private final FileDeltas deltas;
    private final EditedRenames edited;

    RenameSearch(ContentReader content) {
        this.deltas = new FileDeltas(new TreeComparison(new TreeReader(content)));
        this.edited = new EditedRenames(content);
    }

    /** @param inQuestion which files may have been renamed and edited at once: a guess that has to be checked */
    List<FileDelta> between(Hash before, Hash after, Predicate<FileDelta> inQuestion) {
        return certain(edited.pair(DisplacingRenames.pair(deltas.between(before, after)), inQuestion));
    }

    /** Whether a file that got another name and other content at once is another file for all that is known. */
    boolean isUncertain(FileDelta rename) {
        return !edited.isVeryLike(rename);
    }

    private static List<FileDelta> certain(List<FileDelta> deltas) {
        Set<Content> deleted = deltas.stream()
                .filter(delta -> delta.newPath().isEmpty())
                .flatMap(delta -> content(delta).stream())
                .collect(Collectors.toSet());
        return deltas.stream()
                .flatMap(delta -> delta.kind() == FileDelta.Kind.RENAMED
                                && content(delta).filter(deleted::contains).isPresent()
                        ? asTwo(delta)
                        : Stream.of(delta))
                .toList();
    }

    /** The file that went, and the one that came. */
    static Stream<FileDelta> asTwo(FileDelta rename) {
        return Stream.of(
                new FileDelta(rename.before(), Optional.empty()), new FileDelta(Optional.empty(), rename.after()));
    }

    private static Optional<Content> content(FileDelta delta) {
        return delta.oldEntry()
                .filter(FileEntry.class::isInstance)
                .map(FileEntry.class::cast)
                .filter(file -> file.size() > 0)
                .map(FileEntry::content);
    }
}

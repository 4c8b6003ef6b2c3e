package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.DisplacingRenames;
import io.snapdsl.engine.diff.EditedRenames;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.tree.TreeReader;
import java.util.List;
import java.util.function.Predicate;

/** Tells what became of each file between two trees, and finds all renames that can be found. */
final class RenameSearch {
    private final FileDeltas deltas;
    private final EditedRenames edited;

    RenameSearch(ContentReader content) {
        this.deltas = new FileDeltas(new TreeComparison(new TreeReader(content)));
        this.edited = new EditedRenames(content);
    }

    /** @param inQuestion which files may have been renamed and edited at once: a guess that has to be checked */
    List<FileDelta> between(Hash before, Hash after, Predicate<FileDelta> inQuestion) {
        return edited.pair(DisplacingRenames.pair(deltas.between(before, after)), inQuestion);
    }
}

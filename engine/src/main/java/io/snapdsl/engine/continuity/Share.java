package io.snapdsl.engine.continuity;

import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.tree.TreePath;
import java.util.Set;

/**
 * Of what has changed in a workspace, somebody's part.
 *
 * @param note who that is
 */
public record Share(Note note, Part part) {
    /** Which files. */
    public sealed interface Part {
        /** These, and what is below them. */
        record Only(Set<TreePath> paths) implements Part {}

        /** All others. */
        record AllBut(Set<TreePath> paths) implements Part {}
    }

    public static Share only(Set<TreePath> paths, Note note) {
        return new Share(note, new Part.Only(paths));
    }

    public static Share allBut(Set<TreePath> paths, Note note) {
        return new Share(note, new Part.AllBut(paths));
    }
}

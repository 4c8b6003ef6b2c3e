package io.snapdsl.engine.continuity;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.diff.Changes;
import io.snapdsl.engine.diff.DisplacingRenames;
import io.snapdsl.engine.diff.EditedRenames;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import java.util.List;

/**
 * Finds the files that got another name, so that no two share one between them: if each took back its half, the file
 * would be gone under both names.
 */
final class MovedFiles {
    private final EditedRenames edited;

    MovedFiles(ContentReader content) {
        this.edited = new EditedRenames(content);
    }

    List<FileDelta> among(Changes changes) {
        List<FileDelta> deltas = DisplacingRenames.pair(FileDeltas.among(changes, any -> true));
        return withEdited(deltas).stream().filter(FileDelta::isMoved).toList();
    }

    private List<FileDelta> withEdited(List<FileDelta> deltas) {
        try {
            return edited.pair(deltas, any -> true);
        } catch (DamagedContentException e) {
            return deltas; // 'verify' reports it; a damaged file must not prevent the next snapshot.
        }
    }
}

package io.snapdsl.engine.restore;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.restore.WorkspaceRestore.Problem;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads restored files again: what is on disk must hash to what the snapshot says. */
final class WrittenFiles {
    private final Path directory;
    private final Progress progress;

    WrittenFiles(Path directory, Progress progress) {
        this.directory = directory;
        this.progress = progress;
    }

    /** @param except paths that are known to have failed */
    List<Problem> check(List<Step> steps, Set<TreePath> except) {
        progress.begin("checking", steps.size());
        return steps.parallelStream()
                .filter(step -> !except.contains(step.path()))
                .flatMap(step -> check(step).stream())
                .toList();
    }

    private Optional<Problem> check(Step step) {
        progress.advance(1, 0);
        if (!(step instanceof Step.WriteFile write)) {
            return Optional.empty();
        }
        FileEntry entry = write.entry();
        try {
            FileContent found = FileContent.read(NativePaths.resolve(directory, step.path()), FileContent.Sink.NONE);
            return found.content().equals(entry.content())
                    ? Optional.empty()
                    : Optional.of(new Problem(step.path(), "reads back differently from what was written"));
        } catch (IOException e) {
            return (entry.mode() & 0400) == 0
                    ? Optional.empty() // Written as it should be: nobody may read it, us included.
                    : Optional.of(new Problem(step.path(), "can't be read back: " + e.getMessage()));
        }
    }
}

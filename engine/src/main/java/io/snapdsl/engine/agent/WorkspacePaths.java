package io.snapdsl.engine.agent;

import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Files as agents name them, seen from the root of a workspace. */
final class WorkspacePaths {
    private WorkspacePaths() {}

    /** Those that lie in the workspace; the others are none of its business. */
    static Set<TreePath> in(Path workspace, Path current, List<Path> files) {
        Set<TreePath> paths = new HashSet<>();
        for (Path file : files) {
            Path place = throughLinks(current.resolve(file).normalize());
            if (place.startsWith(workspace) && !place.equals(workspace)) {
                paths.add(NativePaths.relative(workspace, place));
            }
        }
        return paths;
    }

    /** With its directories resolved, as far as they exist: it may not be there yet, or not any more. */
    private static Path throughLinks(Path path) {
        return Optional.ofNullable(path.getParent())
                .map(parent -> real(parent).resolve(path.getFileName()))
                .orElse(path);
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            return throughLinks(directory);
        }
    }
}

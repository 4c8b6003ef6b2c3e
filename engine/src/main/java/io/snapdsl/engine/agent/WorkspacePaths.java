package io.snapdsl.engine.agent;

import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files as agents name them, seen from the root of a workspace. */
final class WorkspacePaths {
    private WorkspacePaths() {}

    /** Those that lie in the workspace; the others are none of its business. */
    static Set<TreePath> in(Path workspace, Path current, List<Path> files) {
        return places(current, files)
                .filter(place -> isIn(workspace, place))
                .map(place -> NativePaths.relative(workspace, place))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Those others. */
    static List<Path> outside(Path workspace, Path current, List<Path> files) {
        return places(current, files)
                .filter(place -> !isIn(workspace, place))
                .distinct()
                .toList();
    }

    private static boolean isIn(Path workspace, Path place) {
        return place.startsWith(workspace) && !place.equals(workspace);
    }

    private static Stream<Path> places(Path current, List<Path> files) {
        return files.stream().map(file -> throughLinks(current.resolve(file).normalize()));
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

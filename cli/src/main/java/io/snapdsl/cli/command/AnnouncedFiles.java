package io.snapdsl.cli.command;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What {@code --files} named: lists of paths with commas between them, and {@code \\,} for a comma in a name. */
record AnnouncedFiles(List<TreePath> paths) {
    private static final Pattern COMMA = Pattern.compile("(?<!\\\\),");

    static AnnouncedFiles parse(List<String> lists, Function<String, TreePath> path) {
        List<TreePath> paths = lists.stream()
                .flatMap(COMMA::splitAsStream)
                .map(text -> text.replace("\\,", ","))
                .filter(text -> !text.isEmpty())
                .map(path)
                .distinct()
                .toList();
        if (paths.isEmpty() && !lists.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "--files names no file.",
                    "Name those that were changed; without --files everything counts as announced.");
        }
        return new AnnouncedFiles(paths);
    }

    /** Those that no snapshot will hold, each with the rule that leaves it out. */
    Map<TreePath, Rule> leftOut(Path workspace, IgnoreRules rules) {
        Map<TreePath, Rule> found = new LinkedHashMap<>();
        for (TreePath path : paths) {
            boolean directory = Files.isDirectory(NativePaths.resolve(workspace, path), LinkOption.NOFOLLOW_LINKS);
            rules.matchAnywhere(path, directory).ifPresent(rule -> found.put(path, rule));
        }
        return found;
    }

    /** Those that there are not, and were not: a slip, most likely. */
    List<TreePath> nowhere(Path workspace, Predicate<TreePath> wasThere) {
        return paths.stream()
                .filter(path -> Files.notExists(NativePaths.resolve(workspace, path), LinkOption.NOFOLLOW_LINKS))
                .filter(path -> !wasThere.test(path))
                .toList();
    }

    static List<Map<String, Object>> shapes(Map<TreePath, Rule> leftOut) {
        return leftOut.entrySet().stream()
                .map(entry -> {
                    Map<String, Object> shape = Shapes.path("path", entry.getKey());
                    shape.put("rule", entry.getValue().text());
                    shape.put("source", entry.getValue().source());
                    return shape;
                })
                .toList();
    }
}

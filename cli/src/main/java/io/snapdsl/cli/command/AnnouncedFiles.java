package io.snapdsl.cli.command;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
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

    /** Those that there are not, and were not: a slip, most likely. */
    List<TreePath> nowhere(Path workspace, Predicate<TreePath> wasThere) {
        return paths.stream()
                .filter(path -> Files.notExists(NativePaths.resolve(workspace, path), LinkOption.NOFOLLOW_LINKS))
                .filter(path -> !wasThere.test(path))
                .toList();
    }
}

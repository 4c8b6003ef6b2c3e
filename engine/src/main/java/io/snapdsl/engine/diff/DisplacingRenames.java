package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.diff.FileDelta.Kind;
import io.snapdsl.engine.diff.FileDelta.Version;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds files that were renamed to the name of another file, which was deleted by that or got another name too: files
 * that changed places, for instance. {@link FileDeltas} tells of other content at these paths.
 *
 * <p>Known by their hash, as all renames are. But a file that only was copied over another is still where it was, and a
 * file with new content of its own is not known to have been anywhere else: there has to be a source for each.
 */
public final class DisplacingRenames {
    private final Map<FileDelta, FileDelta> sources = new HashMap<>();

    private DisplacingRenames() {}

    /** The same deltas, with each renamed file as one, and each that had to go for it as deleted. */
    public static List<FileDelta> pair(List<FileDelta> deltas) {
        DisplacingRenames renames = new DisplacingRenames();
        renames.match(deltas);
        renames.sources.keySet().removeIf(target -> !renames.isRename(target));
        return renames.sources.isEmpty() ? deltas : renames.apply(deltas);
    }

    /** What has the same content as another is no proof. */
    private void match(List<FileDelta> deltas) {
        Map<Content, List<FileDelta>> before = new HashMap<>();
        Map<Content, List<FileDelta>> after = new HashMap<>();
        for (FileDelta delta : deltas) {
            if (delta.kind() != Kind.RENAMED && delta.kind() != Kind.MODE_CHANGED) {
                content(delta.before())
                        .ifPresent(content -> before.computeIfAbsent(content, any -> new ArrayList<>())
                                .add(delta));
                content(delta.after())
                        .ifPresent(content -> after.computeIfAbsent(content, any -> new ArrayList<>())
                                .add(delta));
            }
        }
        after.forEach((content, targets) -> {
            List<FileDelta> found = before.getOrDefault(content, List.of());
            if (targets.size() == 1 && found.size() == 1) {
                sources.put(targets.get(0), found.get(0));
            }
        });
    }

    private static Optional<Content> content(Optional<Version> version) {
        return version.map(Version::entry)
                .filter(FileEntry.class::isInstance)
                .map(FileEntry.class::cast)
                .filter(file -> file.size() > 0)
                .map(FileEntry::content);
    }

    /** Whether what is in the place of its source came from somewhere too, and so on: to a free place, or in a circle. */
    private boolean isRename(FileDelta target) {
        Set<FileDelta> passed = new HashSet<>();
        FileDelta at = target;
        while (at != null && passed.add(at)) {
            at = sources.get(at);
            if (at != null && at.after().isEmpty()) {
                return true;
            }
        }
        return at != null;
    }

    private List<FileDelta> apply(List<FileDelta> deltas) {
        Set<FileDelta> moved = new HashSet<>(sources.values());
        List<FileDelta> result = new ArrayList<>();
        sources.forEach((target, source) -> result.add(new FileDelta(source.before(), target.after())));
        for (FileDelta delta : deltas) {
            boolean isTarget = sources.containsKey(delta);
            if (!isTarget && !moved.contains(delta)) {
                result.add(delta);
            } else if (isTarget && !moved.contains(delta) && delta.before().isPresent()) {
                result.add(new FileDelta(delta.before(), Optional.empty()));
            }
        }
        result.sort(Comparator.comparing(FileDelta::path));
        return result;
    }
}

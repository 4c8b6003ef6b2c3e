package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.FileDelta.Kind;
import io.snapdsl.engine.diff.FileDelta.Version;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds files that were renamed and edited in one step, which {@link FileDeltas} tells as a deletion and a creation: at
 * least half of the larger one's lines have to be in the other. That reads files, and is a guess; so only those ask who
 * check what comes of it.
 */
public final class EditedRenames {
    /** With more files on either side it is no rename that somebody made by hand, and takes too long. */
    private static final int MOST_FILES = 50;

    private static final double LIKE = 0.5;
    private static final double VERY_LIKE = 0.75;

    private final ContentReader content;

    public EditedRenames(ContentReader content) {
        this.content = content;
    }

    /** How alike two files are, from 0 to 1. */
    private record Pair(FileDelta deletion, FileDelta creation, double likeness) {
        boolean keepsName() {
            return name(deletion).equals(name(creation));
        }

        private static Object name(FileDelta delta) {
            return delta.path().name();
        }

        FileDelta asOne() {
            return new FileDelta(deletion.before(), creation.after());
        }
    }

    /** Whether so much of the file stayed that there is little doubt about its rename. */
    public boolean isVeryLike(FileDelta rename) {
        return rename.before()
                .flatMap(this::lines)
                .flatMap(one -> rename.after().flatMap(this::lines).map(other -> likeness(one, other)))
                .filter(likeness -> likeness >= VERY_LIKE)
                .isPresent();
    }

    /** The same deltas with each pair as one, which has another path and other content afterwards. */
    public List<FileDelta> pair(List<FileDelta> deltas, Predicate<FileDelta> inQuestion) {
        List<FileDelta> deleted = candidates(deltas, Kind.DELETED, inQuestion);
        List<FileDelta> created = candidates(deltas, Kind.CREATED, inQuestion);
        if (deleted.isEmpty() || created.isEmpty() || deleted.size() > MOST_FILES || created.size() > MOST_FILES) {
            return deltas;
        }
        Set<FileDelta> paired = new HashSet<>();
        List<FileDelta> result = new ArrayList<>();
        for (Pair pair : likely(deleted, created)) {
            if (!paired.contains(pair.deletion()) && !paired.contains(pair.creation())) {
                paired.add(pair.deletion());
                paired.add(pair.creation());
                result.add(pair.asOne());
            }
        }
        deltas.stream().filter(delta -> !paired.contains(delta)).forEach(result::add);
        result.sort(Comparator.comparing(FileDelta::path));
        return result;
    }

    private static List<FileDelta> candidates(List<FileDelta> deltas, Kind kind, Predicate<FileDelta> inQuestion) {
        return deltas.stream()
                .filter(delta -> delta.kind() == kind && version(delta).entry() instanceof FileEntry)
                .filter(inQuestion)
                .toList();
    }

    private static Version version(FileDelta delta) {
        return delta.after().or(delta::before).orElseThrow();
    }

    /** The most alike first, and of equals those that only moved to another directory. */
    private List<Pair> likely(List<FileDelta> deleted, List<FileDelta> created) {
        Map<FileDelta, Map<Integer, Long>> lines = new HashMap<>();
        deleted.forEach(delta -> lines(version(delta)).ifPresent(found -> lines.put(delta, found)));
        created.forEach(delta -> lines(version(delta)).ifPresent(found -> lines.put(delta, found)));
        List<Pair> pairs = new ArrayList<>();
        for (FileDelta deletion : deleted) {
            for (FileDelta creation : created) {
                if (lines.containsKey(deletion) && lines.containsKey(creation)) {
                    pairs.add(new Pair(deletion, creation, likeness(lines.get(deletion), lines.get(creation))));
                }
            }
        }
        return pairs.stream()
                .filter(pair -> pair.likeness() >= LIKE)
                .sorted(Comparator.comparing(Pair::likeness)
                        .thenComparing(Pair::keepsName)
                        .reversed())
                .toList();
    }

    private static double likeness(Map<Integer, Long> one, Map<Integer, Long> other) {
        long common = one.entrySet().stream()
                .mapToLong(line -> Math.min(line.getValue(), other.getOrDefault(line.getKey(), 0L)))
                .sum();
        return (double) common / Math.max(1, Math.max(bytes(one), bytes(other)));
    }

    private static long bytes(Map<Integer, Long> lines) {
        return lines.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many bytes are in lines of each hash; nothing if it is too large. */
    private Optional<Map<Integer, Long>> lines(Version version) {
        try {
            Blob blob = Blob.of(version.entry(), content);
            if (!blob.hasLines()) {
                return Optional.empty();
            }
            Lines lines = blob.lines();
            Map<Integer, Long> bytes = new HashMap<>();
            for (int line = 0; line < lines.count(); line++) {
                bytes.merge(lines.hash(line), (long) lines.length(line), Long::sum);
            }
            return Optional.of(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

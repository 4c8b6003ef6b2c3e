package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.TreePath;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** Which neighbours belong together. */
public sealed interface Strategy {
    /**
     * Consecutive snapshots, and which of them become one: each group in the order of the chain, the groups in the
     * order of their newest members.
     */
    record Span(List<List<Snapshot>> groups) {
        public Span {
            groups = groups.stream().map(List::copyOf).toList();
        }

        int largest() {
            return groups.stream().mapToInt(List::size).max().orElse(0);
        }

        /** All of them, in the order of the chain. */
        public List<Snapshot> members() {
            return groups.stream()
                    .flatMap(List::stream)
                    .sorted(Comparator.comparing(Snapshot::sequence))
                    .toList();
        }
    }

    /** The name that people use. */
    String word();

    /**
     * Splits a run of consecutive snapshots, oldest first. What different sessions did is never merged, nor is anything
     * reordered across a change of session: otherwise nobody could tell, or take back, one session's work any more.
     *
     * @param files what a snapshot changed against the one before it
     */
    default List<Span> spans(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files) {
        return splitWhere(
                        run,
                        (part, next) ->
                                !part.get(0).note().session().equals(next.note().session()))
                .stream()
                .flatMap(part -> spansOfSession(part, files).stream())
                .toList();
    }

    /** As {@link #spans}, for snapshots of one session. */
    List<Span> spansOfSession(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files);

    /** @param window what {@link ByTime} needs */
    static Strategy named(String word, Duration window) {
        return switch (word) {
            case Sequential.WORD -> new Sequential();
            case ByFiles.WORD -> new ByFiles();
            case ByTime.WORD -> new ByTime(window);
            default ->
                throw new SnapdslException(
                        ErrorCode.USAGE,
                        "There is no strategy '" + word + "'.",
                        "Choose merge_sequential, merge_by_time or merge_by_files.");
        };
    }

    /** Consecutive snapshots of the same tool. */
    record Sequential() implements Strategy {
        public static final String WORD = "merge_sequential";

        @Override
        public String word() {
            return WORD;
        }

        @Override
        public List<Span> spansOfSession(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files) {
            return asSpans(splitWhere(
                    run,
                    (group, next) ->
                            !group.get(0).note().tool().equals(next.note().tool())));
        }
    }

    /** Windows of time, each beginning with its first snapshot. */
    record ByTime(Duration window) implements Strategy {
        public static final String WORD = "merge_by_time";

        @Override
        public String word() {
            return WORD;
        }

        @Override
        public List<Span> spansOfSession(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files) {
            return asSpans(splitWhere(run, (group, next) -> {
                Instant end = group.get(0).facts().time().plus(window);
                return !next.facts().time().isBefore(end);
            }));
        }
    }

    /** Snapshots that changed the same files, however others lie between them. */
    record ByFiles() implements Strategy {
        public static final String WORD = "merge_by_files";

        @Override
        public String word() {
            return WORD;
        }

        @Override
        public List<Span> spansOfSession(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files) {
            // Who is connected with whom, as a forest: each snapshot's parent is a later one, a group's root its
            // newest.
            int[] parent = new int[run.size()];
            Map<TreePath, Integer> changedBy = new HashMap<>();
            for (int i = 0; i < run.size(); i++) {
                parent[i] = i;
                for (TreePath file : files.apply(run.get(i))) {
                    Integer earlier = changedBy.put(file, i);
                    if (earlier != null) {
                        parent[root(parent, earlier)] = i;
                    }
                }
            }
            Map<Integer, List<Snapshot>> groups = new TreeMap<>();
            for (int i = 0; i < run.size(); i++) {
                groups.computeIfAbsent(root(parent, i), any -> new ArrayList<>())
                        .add(run.get(i));
            }
            return List.of(new Span(List.copyOf(groups.values())));
        }

        private static int root(int[] parent, int of) {
            int at = of;
            while (parent[at] != at) {
                parent[at] = parent[parent[at]];
                at = parent[at];
            }
            return at;
        }
    }

    private static List<List<Snapshot>> splitWhere(List<Snapshot> run, BiPredicate<List<Snapshot>, Snapshot> ends) {
        List<List<Snapshot>> parts = new ArrayList<>();
        List<Snapshot> part = new ArrayList<>();
        for (Snapshot snapshot : run) {
            if (!part.isEmpty() && ends.test(part, snapshot)) {
                parts.add(part);
                part = new ArrayList<>();
            }
            part.add(snapshot);
        }
        parts.add(part);
        return parts;
    }

    private static List<Span> asSpans(List<List<Snapshot>> groups) {
        return groups.stream().map(group -> new Span(List.of(group))).toList();
    }
}

package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.TreePath;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** Which neighbours belong together. */
public sealed interface Strategy {
    /**
     * Consecutive snapshots, and which of them become one: each group in the order of the chain, the groups in the
     * order of their newest members.
     */
    record Span(List<List<Snapshot>> groups) {
        int largest() {
            return groups.stream().mapToInt(List::size).max().orElse(0);
        }
    }

    /** The name that people use. */
    String word();

    /**
     * Splits a run of consecutive snapshots, oldest first.
     *
     * @param files what a snapshot changed against the one before it
     */
    List<Span> spans(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files);

    /** Consecutive snapshots of the same tool. */
    record Sequential() implements Strategy {
        @Override
        public String word() {
            return "merge_sequential";
        }

        @Override
        public List<Span> spans(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files) {
            return splitWhere(
                    run,
                    (group, next) ->
                            !group.get(0).note().tool().equals(next.note().tool()));
        }
    }

    /** Windows of time, each beginning with its first snapshot. */
    record ByTime(Duration window) implements Strategy {
        @Override
        public String word() {
            return "merge_by_time";
        }

        @Override
        public List<Span> spans(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files) {
            return splitWhere(run, (group, next) -> {
                Instant end = group.get(0).facts().time().plus(window);
                return !next.facts().time().isBefore(end);
            });
        }
    }

    /** Snapshots that changed the same files, however others lie between them. */
    record ByFiles() implements Strategy {
        @Override
        public String word() {
            return "merge_by_files";
        }

        @Override
        public List<Span> spans(List<Snapshot> run, Function<Snapshot, Set<TreePath>> files) {
            List<Set<TreePath>> filesOf = new ArrayList<>();
            List<List<Snapshot>> groups = new ArrayList<>();
            for (Snapshot snapshot : run) {
                Set<TreePath> joined = new HashSet<>(files.apply(snapshot));
                List<Snapshot> members = new ArrayList<>();
                for (int i = groups.size() - 1; i >= 0; i--) {
                    if (filesOf.get(i).stream().anyMatch(joined::contains)) {
                        joined.addAll(filesOf.remove(i));
                        members.addAll(groups.remove(i));
                    }
                }
                members.sort(Comparator.comparing(Snapshot::sequence));
                members.add(snapshot);
                filesOf.add(joined);
                groups.add(members);
            }
            return List.of(new Span(groups));
        }
    }

    private static List<Span> splitWhere(List<Snapshot> run, BiPredicate<List<Snapshot>, Snapshot> ends) {
        List<Span> spans = new ArrayList<>();
        List<Snapshot> group = new ArrayList<>();
        for (Snapshot snapshot : run) {
            if (!group.isEmpty() && ends.test(group, snapshot)) {
                spans.add(new Span(List.of(group)));
                group = new ArrayList<>();
            }
            group.add(snapshot);
        }
        spans.add(new Span(List.of(group)));
        return spans;
    }
}

package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.consolidation.Consolidation.Request;
import io.snapdsl.engine.consolidation.Strategy.Span;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.restore.UndoneSteps;
import io.snapdsl.engine.store.Catalog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds what may be merged. Left as they are: the newest snapshot, on which the next one builds; removed ones; those
 * that brought an earlier state back and the steps that an undo has taken back, off which undo and redo read their way;
 * what is protected or tagged; and those that took over unknown changes, together with those they took them over from.
 */
final class Candidates {
    private static final int PAGE = 500;

    private final Catalog catalog;
    private final TreeComparison comparison;
    private final Predicate<Snapshot> isProtected;

    Candidates(Catalog catalog, TreeComparison comparison, Predicate<Snapshot> isProtected) {
        this.catalog = catalog;
        this.comparison = comparison;
        this.isProtected = isProtected;
    }

    /** Oldest first. */
    List<Span> find(SubjectId subject, Request request) {
        ChangedPaths files = new ChangedPaths(catalog, comparison);
        return runs(subject, request).stream()
                .flatMap(run -> request.strategy().spans(run, files).stream())
                .filter(span -> span.largest() >= request.minimum())
                .toList();
    }

    /** The longest rows of neighbours that may be merged, each oldest first, the oldest row first. */
    private List<List<Snapshot>> runs(SubjectId subject, Request request) {
        ChainLink.requireSound(catalog, subject);
        Optional<Snapshot> head = catalog.head(subject);
        UndoneSteps undone = new UndoneSteps(catalog, comparison::differ);
        Set<SnapshotId> claimed = new HashSet<>();
        List<List<Snapshot>> runs = new ArrayList<>();
        List<Snapshot> run = new ArrayList<>();
        List<Snapshot> page;
        long before = Long.MAX_VALUE;
        do {
            page = catalog.page(subject, before, PAGE);
            for (Snapshot snapshot : page) {
                before = snapshot.sequence();
                // Asked of every one in turn, as it counts.
                boolean isUndone = undone.isUndone(snapshot);
                // Who takes over comes after what is taken over, and so is met before it.
                claimed.addAll(snapshot.note().claims());
                if (!isUndone
                        && !head.equals(Optional.of(snapshot))
                        && !claimed.contains(snapshot.id())
                        && isMergeable(snapshot, request)) {
                    run.add(snapshot);
                } else {
                    close(run, runs);
                    run = new ArrayList<>();
                }
            }
        } while (page.size() == PAGE);
        close(run, runs);
        Collections.reverse(runs);
        return runs;
    }

    private static void close(List<Snapshot> run, List<List<Snapshot>> runs) {
        if (!run.isEmpty()) {
            Collections.reverse(run);
            runs.add(run);
        }
    }

    private boolean isMergeable(Snapshot snapshot, Request request) {
        return !snapshot.isRemoved()
                && snapshot.note().origin().isEmpty()
                && snapshot.note().claims().isEmpty()
                && snapshot.note().tags().isEmpty()
                && request.scope().contains(snapshot)
                && !isProtected.test(snapshot);
    }
}

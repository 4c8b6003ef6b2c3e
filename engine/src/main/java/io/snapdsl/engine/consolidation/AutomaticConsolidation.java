package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.Consolidation.Candidate;
import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.consolidation.Consolidation.Range;
import io.snapdsl.engine.consolidation.Consolidation.Request;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.retention.Protection;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Merges without being told each time, when a workspace shows more snapshots than it should: neighbours of the same
 * session and tool, where three or more of them become one. The newest stay as they are, because they are what people
 * still look at one by one and what undo steps through: fifty, or half of what may be shown if that is less.
 */
public final class AutomaticConsolidation {
    private static final int SPARED = 50;
    private static final int MINIMUM = 3;
    private static final int LOOKS = 10;

    private final SnapshotStore store;
    private final Consolidation consolidation;

    public AutomaticConsolidation(SnapshotStore store, Clock clock, Progress progress) {
        this(store, clock, progress, snapshot -> false);
    }

    /** @param isWanted which ones somebody wants as they are, besides those that are protected */
    public AutomaticConsolidation(SnapshotStore store, Clock clock, Progress progress, Predicate<Snapshot> isWanted) {
        this.store = store;
        Protection protection = new Protection(store);
        this.consolidation = new Consolidation(
                store,
                clock,
                progress,
                isWanted.or(snapshot -> protection.reason(snapshot).isPresent()));
    }

    /**
     * After a snapshot was taken of a workspace that has a threshold. To find out that there is nothing to merge takes
     * longer than the snapshot itself may have: so it is not looked after each one, but ten times on the way from one
     * threshold to twice as many.
     */
    public Optional<Consolidated> after(Recorded recorded, Workspace workspace) {
        if (workspace.consolidateAbove().isEmpty()) {
            return Optional.empty();
        }
        int above = workspace.consolidateAbove().getAsInt();
        int added = recorded.integrated().isPresent() ? 2 : 1;
        boolean isDue = recorded.snapshot().sequence() % Math.max(1, above / LOOKS) < added;
        return isDue ? consolidate(workspace, above, new Strategy.Sequential(), false) : Optional.empty();
    }

    /** Merges if the workspace shows more than {@code above} snapshots; answers nothing if that changed nothing. */
    public Optional<Consolidated> consolidate(
            Workspace workspace, int above, Strategy strategy, boolean preserveDiffs) {
        return request(workspace, above, strategy, preserveDiffs)
                .map(request -> consolidation.consolidateInPassing(workspace, request))
                .filter(done -> !done.results().isEmpty());
    }

    /** What {@link #consolidate} would merge. */
    public List<Candidate> candidates(Workspace workspace, int above, Strategy strategy) {
        return request(workspace, above, strategy, false)
                .map(request -> consolidation.candidates(workspace, request))
                .orElse(List.of());
    }

    private Optional<Request> request(Workspace workspace, int above, Strategy strategy, boolean preserveDiffs) {
        if (store.catalog().timeline(workspace.id()).count() <= above) {
            return Optional.empty();
        }
        return store.catalog()
                .back(workspace.id(), Math.min(SPARED, above / 2))
                .map(newest -> new Request(strategy, MINIMUM, new Range(0, newest.sequence()), false, preserveDiffs));
    }
}

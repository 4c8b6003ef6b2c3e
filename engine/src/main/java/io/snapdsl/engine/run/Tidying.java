package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.Consolidation;
import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.consolidation.Consolidation.Range;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.policy.ConsolidateAfter;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.Protection;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;

/** Keeps a policy's subjects to what its rules and limits allow; what `plan` announces is what `run` then does. */
public final class Tidying {
    private static final int MERGED_AT_LEAST = 3;

    private final SnapshotStore store;
    private final Clock clock;

    public Tidying(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** What retention would keep and remove. */
    public List<Decision> plan(Policy policy, List<Workspace> workspaces) {
        return pruning().plan(request(policy, workspaces));
    }

    void tidy(Policy policy, List<Workspace> workspaces, RunListener listener) {
        try {
            policy.consolidation().ifPresent(rule -> workspaces.forEach(workspace -> {
                if (store.catalog().shown(workspace.id()) > rule.after()) {
                    Consolidated consolidated = consolidate(workspace, rule);
                    if (!consolidated.results().isEmpty()) {
                        listener.consolidated(policy, workspace, consolidated);
                    }
                }
            }));
            // A look is cheap, while each pruning goes through all that is stored.
            if (plan(policy, workspaces).stream().anyMatch(decision -> !decision.keep())) {
                listener.pruned(policy, pruning().prune(request(policy, workspaces)));
            }
        } catch (RuntimeException e) {
            listener.tidyingFailed(policy, e);
        }
    }

    private Consolidated consolidate(Workspace workspace, ConsolidateAfter rule) {
        Protection protection = new Protection(store);
        return new Consolidation(store, clock, Progress.NONE, snapshot -> protection.reason(snapshot).isPresent())
                .consolidate(
                        workspace,
                        new Consolidation.Request(
                                rule.strategy(), MERGED_AT_LEAST, Range.EVERYTHING, false, rule.preserveDiffs()));
    }

    private Pruning pruning() {
        return new Pruning(store, () -> new Protection(store)::reason, clock, Progress.NONE);
    }

    private static Pruning.Request request(Policy policy, List<Workspace> workspaces) {
        return new Pruning.Request(List.<Subject>copyOf(workspaces), policy.keep(), policy.limits());
    }
}

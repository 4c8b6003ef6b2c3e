package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.AutomaticConsolidation;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.Protection;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps a policy's subjects to what its rules and limits allow. What `plan` announces is what `run` then does. */
final class Tidying {
    private final SnapshotStore store;
    private final Clock clock;

    Tidying(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** What would be kept and removed of the subjects that there are. */
    List<Decision> plan(Policy policy, Map<Declared, Workspace> subjects) {
        List<Decision> decisions = new ArrayList<>();
        requests(policy, subjects).forEach(request -> decisions.addAll(pruning().plan(request)));
        return decisions;
    }

    void tidy(Policy policy, Map<Declared, Workspace> subjects, RunListener listener) {
        try {
            policy.consolidation()
                    .ifPresent(rule -> subjects.values()
                            .forEach(workspace -> new AutomaticConsolidation(store, clock, Progress.NONE)
                                    .consolidate(workspace, rule.after(), rule.strategy(), rule.preserveDiffs())
                                    .ifPresent(done -> listener.consolidated(policy, workspace, done))));
            for (Pruning.Request request : requests(policy, subjects)) {
                // To look is cheap, while each pruning goes through all that is stored.
                if (pruning().plan(request).stream().anyMatch(decision -> !decision.keep())) {
                    listener.pruned(policy, pruning().prune(request));
                }
            }
        } catch (RuntimeException e) {
            listener.tidyingFailed(policy, e);
        }
    }

    private Pruning pruning() {
        return new Pruning(store, () -> new Protection(store)::reason, clock, Progress.NONE);
    }

    /** Where the policy has rules, one for all its subjects; else each kind of subject has its own defaults. */
    private List<Pruning.Request> requests(Policy policy, Map<Declared, Workspace> subjects) {
        if (policy.keep().isPresent() || !policy.limits().isNone()) {
            return List.of(
                    new Pruning.Request(List.<Subject>copyOf(subjects.values()), policy.keep(), policy.limits()));
        }
        List<Pruning.Request> requests = new ArrayList<>();
        subjects.forEach((declared, workspace) -> requests.add(new Pruning.Request(
                List.of(workspace),
                Optional.of(policy.keepFor(declared, clock.getZone())),
                policy.limitsFor(declared))));
        return requests;
    }
}

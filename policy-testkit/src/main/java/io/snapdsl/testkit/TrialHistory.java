package io.snapdsl.testkit;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.Explanation;
import io.snapdsl.engine.retention.Explanation.Fate;
import io.snapdsl.engine.run.PolicyPlan;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What became of a workspace's snapshots: by what {@code snapdsl plan} and {@code snapdsl explain} go by. */
final class TrialHistory {
    private final SnapshotStore store;
    private final Workspaces workspaces;
    private final Clock clock;
    private final PolicyFile policies;

    TrialHistory(SnapshotStore store, Workspaces workspaces, Clock clock, PolicyFile policies) {
        this.store = store;
        this.workspaces = workspaces;
        this.clock = clock;
        this.policies = policies;
    }

    /** Oldest first. */
    List<TrialSnapshot> of(Workspace workspace) {
        Map<SnapshotId, Set<String>> wanted = wanted();
        List<TrialSnapshot> snapshots = new ArrayList<>();
        store.catalog().forEach(workspace.id(), snapshot -> snapshots.add(told(snapshot, wanted)));
        Collections.reverse(snapshots);
        return snapshots;
    }

    /** Why each snapshot is kept. */
    private Map<SnapshotId, Set<String>> wanted() {
        PolicyPlan.Planner planner =
                new PolicyPlan.Planner(store, workspaces, clock, Progress.NONE, Scratch::noContainers);
        Map<SnapshotId, Set<String>> wanted = new HashMap<>();
        planner.plan(policies).stream()
                .flatMap(plan -> plan.retention().stream())
                .filter(Decision::keep)
                .forEach(decision -> wanted.computeIfAbsent(decision.id(), id -> new LinkedHashSet<>())
                        .addAll(decision.reasons()));
        return wanted;
    }

    private TrialSnapshot told(Snapshot snapshot, Map<SnapshotId, Set<String>> wanted) {
        if (!snapshot.isRemoved() && snapshot.replacedBy().isEmpty()) {
            return told(snapshot, Optional.empty(), List.copyOf(wanted.getOrDefault(snapshot.id(), Set.of())));
        }
        Fate fate = Explanation.of(snapshot, store, clock).fate();
        if (fate instanceof Fate.Replaced replaced) {
            Optional<Instant> merged = store.auditLog().of(replaced.by()).map(TrialHistory::time);
            return told(snapshot, merged, List.of("merged into " + replaced.by().shortHex()));
        }
        Fate.Removed removed = (Fate.Removed) fate;
        return told(snapshot, removed.by().map(TrialHistory::time), List.of(removed.reason()));
    }

    private static Instant time(Logged logged) {
        return logged.operation().time();
    }

    private TrialSnapshot told(Snapshot snapshot, Optional<Instant> gone, List<String> reasons) {
        return new TrialSnapshot(
                snapshot.facts().time().atZone(clock.getZone()),
                snapshot.note().trigger().word(),
                gone,
                List.copyOf(reasons),
                snapshot);
    }
}

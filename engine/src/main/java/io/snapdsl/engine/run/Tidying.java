package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.AutomaticConsolidation;
import io.snapdsl.engine.consolidation.Consolidation.Candidate;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import io.snapdsl.engine.retention.Protection;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.retention.Wishes;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.Timeline.Point;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Keeps a policy's subjects to what rules and limits allow. First goes what no rule of any policy keeps; then, of what
 * is kept for its age only, neighbours are merged. What `plan` announces is what `run` then does.
 */
final class Tidying {
    private final SnapshotStore store;
    private final Clock clock;
    private final List<Policy> policies;

    /** @param policies all that are in force: what one of them keeps, another must not remove */
    Tidying(SnapshotStore store, Clock clock, List<Policy> policies) {
        this.store = store;
        this.clock = clock;
        this.policies = List.copyOf(policies);
    }

    /** What {@link #tidy} would keep and remove of the subjects that there are. */
    List<Decision> retention(Policy policy, Map<Declared, Workspace> subjects) {
        return requests(policy, subjects).stream()
                .flatMap(request -> pruning().plan(request).stream())
                .toList();
    }

    /** What {@link #tidy} would merge after that, were nothing to be removed. */
    Map<Workspace, List<Candidate>> merging(Policy policy, Map<Declared, Workspace> subjects) {
        Map<Workspace, List<Candidate>> merging = new LinkedHashMap<>();
        policy.consolidation()
                .ifPresent(rule -> subjects.forEach((declared, workspace) -> merging.put(
                        workspace,
                        consolidation(isWanted(declared, workspace))
                                .candidates(workspace, rule.after(), rule.strategy()))));
        return merging;
    }

    void tidy(Policy policy, Map<Declared, Workspace> subjects, RunListener listener) {
        try {
            for (Pruning.Request request : requests(policy, subjects)) {
                // To look is cheap, while each pruning goes through all that is stored.
                if (pruning().plan(request).stream().anyMatch(decision -> !decision.keep())) {
                    listener.pruned(policy, pruning().prune(request));
                }
            }
            policy.consolidation()
                    .ifPresent(rule ->
                            subjects.forEach((declared, workspace) -> consolidation(isWanted(declared, workspace))
                                    .consolidate(workspace, rule.after(), rule.strategy(), rule.preserveDiffs())
                                    .ifPresent(done -> listener.consolidated(policy, workspace, done))));
        } catch (RuntimeException e) {
            listener.tidyingFailed(policy, e);
        }
    }

    private Pruning pruning() {
        return new Pruning(store, () -> new Protection(store)::reason, clock, Progress.NONE);
    }

    private AutomaticConsolidation consolidation(Predicate<Snapshot> isWanted) {
        return new AutomaticConsolidation(store, clock, Progress.NONE, isWanted);
    }

    /** Whether a rule that somebody wrote wants the very snapshot: then it is not merged into another. */
    private Predicate<Snapshot> isWanted(Declared declared, Workspace workspace) {
        List<Wishes> wishes = protecting(declared)
                .flatMap(policy -> policy.keep().stream())
                .map(rules ->
                        rules.over(store.catalog().timeline(workspace.id()), store.catalog()::tagged, clock.instant()))
                .toList();
        return snapshot -> {
            Point point = new Point(
                    snapshot.id(), snapshot.sequence(), snapshot.facts().time());
            return wishes.stream().anyMatch(rules -> rules.singleOut(point));
        };
    }

    /** Where the policy has rules, one for all its subjects; else each kind of subject has its own defaults. */
    private List<Pruning.Request> requests(Policy policy, Map<Declared, Workspace> subjects) {
        Map<Subject, List<KeepRules>> rules = new LinkedHashMap<>();
        subjects.forEach((declared, workspace) -> rules.put(workspace, rulesFor(declared)));
        if (policy.keep().isPresent() || !policy.limits().isNone()) {
            return List.of(new Pruning.Request(rules, policy.limits()));
        }
        Map<Limits, Map<Subject, List<KeepRules>>> byLimits = new LinkedHashMap<>();
        subjects.forEach((declared, workspace) -> byLimits.computeIfAbsent(
                        policy.limitsFor(declared), any -> new LinkedHashMap<>())
                .put(workspace, rules.get(workspace)));
        return byLimits.entrySet().stream()
                .map(kind -> new Pruning.Request(kind.getValue(), kind.getKey()))
                .toList();
    }

    /** Of all policies that protect it. None if one of them sets limits only: that one keeps everything else. */
    private List<KeepRules> rulesFor(Declared declared) {
        boolean keepsAll = protecting(declared)
                .anyMatch(policy -> policy.keep().isEmpty() && !policy.limits().isNone());
        return keepsAll
                ? List.of()
                : protecting(declared)
                        .map(policy -> policy.keepFor(declared, clock.getZone()))
                        .toList();
    }

    private Stream<Policy> protecting(Declared declared) {
        return policies.stream().filter(policy -> policy.subjects().contains(declared));
    }
}

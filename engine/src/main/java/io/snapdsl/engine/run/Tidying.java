package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.AutomaticConsolidation;
import io.snapdsl.engine.consolidation.Consolidation.Candidate;
import io.snapdsl.engine.container.ContainerSweep;
import io.snapdsl.engine.container.ContainerSweep.Swept;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.retention.RulesInForce;
import io.snapdsl.engine.retention.Wishes;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StatedRules.Stated;
import io.snapdsl.engine.store.Timeline.Point;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Keeps a policy's subjects to what rules and limits allow. First goes what no rule of any policy keeps; then, of what
 * is kept for its age only, neighbours are merged. What `plan` announces is what `run` then does.
 */
final class Tidying {
    private final SnapshotStore store;
    private final Clock clock;
    private final PolicyFile file;
    private final RulesInForce inForce;
    private final Function<Declared, Optional<Subject>> known;
    private final ContainerEngine engine;

    /**
     * @param file with all policies that are in force: what one of them keeps, another must not remove
     * @param known what a declared subject is in the store
     */
    Tidying(
            SnapshotStore store,
            Clock clock,
            PolicyFile file,
            Function<Declared, Optional<Subject>> known,
            ContainerEngine engine) {
        this.store = store;
        this.known = known;
        this.clock = clock;
        this.file = file;
        this.inForce = new RulesInForce(store.statedRules());
        this.engine = engine;
    }

    /** What {@link #tidy} would keep and remove of the subjects that there are. */
    List<Decision> retention(Policy policy, Map<Declared, Subject> subjects) {
        return requests(policy, subjects).stream()
                .flatMap(request -> pruning().plan(request).stream())
                .toList();
    }

    /** What {@link #tidy} would merge after that, were nothing to be removed. */
    Map<Workspace, List<Candidate>> merging(Policy policy, Map<Declared, Subject> subjects) {
        Map<Workspace, List<Candidate>> merging = new LinkedHashMap<>();
        policy.consolidation()
                .ifPresent(rule -> mergeable(subjects)
                        .forEach((declared, workspace) -> merging.put(
                                workspace,
                                consolidation(isWanted(declared, workspace))
                                        .candidates(workspace, rule.after(), rule.strategy()))));
        return merging;
    }

    /** Not containers: what lies between two of their snapshots is no sum of changes to files. */
    private static Map<Declared, Workspace> mergeable(Map<Declared, Subject> subjects) {
        Map<Declared, Workspace> workspaces = new LinkedHashMap<>();
        subjects.forEach((declared, subject) -> {
            if (subject instanceof Workspace workspace) {
                workspaces.put(declared, workspace);
            }
        });
        return workspaces;
    }

    void tidy(Policy policy, Map<Declared, Subject> subjects, RunListener listener) {
        try {
            for (Pruning.Request request : requests(policy, subjects)) {
                // To look is cheap, while each pruning goes through all that is stored.
                if (pruning().plan(request).stream().anyMatch(decision -> !decision.keep())) {
                    listener.pruned(policy, pruning().prune(request));
                    sweepImages(policy, request.rules().keySet(), listener);
                }
            }
            policy.consolidation()
                    .ifPresent(rule -> mergeable(subjects)
                            .forEach((declared, workspace) -> consolidation(isWanted(declared, workspace))
                                    .consolidate(workspace, rule.after(), rule.strategy(), rule.preserveDiffs())
                                    .ifPresent(done -> listener.consolidated(policy, workspace, done))));
            // Last: on a full disk there is room for it only now.
            state();
        } catch (RuntimeException e) {
            listener.tidyingFailed(policy, e);
        }
    }

    /** Lets others know what the policies keep of the subjects that there are. */
    private void state() {
        List<Stated> all = new ArrayList<>();
        for (Policy policy : file.policies()) {
            for (Declared declared : policy.subjects()) {
                known.apply(declared)
                        .map(subject -> new Stated(
                                file.source(),
                                policy.name(),
                                subject.id(),
                                rules(policy, declared),
                                policy.keep().isPresent()))
                        .ifPresent(all::add);
            }
        }
        store.statedRules().state(file.source(), all);
    }

    /** Containers' files lie in the engine. One that is away loses them when the container is taken next. */
    private void sweepImages(Policy policy, Set<Subject> subjects, RunListener listener) {
        List<SubjectId> ids = subjects.stream().map(Subject::id).toList();
        ContainerSweep.after(ids, store, engine::runtime, clock)
                .map(Swept::inUse)
                .filter(inUse -> !inUse.isEmpty())
                .ifPresent(inUse -> listener.imagesInUse(policy, inUse));
    }

    private Pruning pruning() {
        return new Pruning(store, clock, Progress.NONE);
    }

    private AutomaticConsolidation consolidation(Predicate<Snapshot> isWanted) {
        return new AutomaticConsolidation(store, clock, Progress.NONE, isWanted);
    }

    /** Whether a rule that somebody wrote wants the very snapshot: then it is not merged into another. */
    private Predicate<Snapshot> isWanted(Declared declared, Workspace workspace) {
        Stream<KeepRules> here = protecting(declared).flatMap(policy -> policy.keep().stream());
        Stream<KeepRules> elsewhere =
                elsewhere(workspace).filter(Stated::written).flatMap(stated -> stated.rules().stream());
        List<Wishes> wishes = Stream.concat(here, elsewhere)
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
    List<Pruning.Request> requests(Policy policy, Map<Declared, Subject> subjects) {
        Map<Subject, List<KeepRules>> rules = new LinkedHashMap<>();
        subjects.forEach((declared, subject) -> rules.put(subject, rulesFor(declared, subject)));
        if (policy.keep().isPresent() || !policy.limits().isNone()) {
            return List.of(new Pruning.Request(rules, policy.limits(), name(policy)));
        }
        Map<Limits, Map<Subject, List<KeepRules>>> byLimits = new LinkedHashMap<>();
        subjects.forEach((declared, subject) -> byLimits.computeIfAbsent(
                        policy.limitsFor(declared), any -> new LinkedHashMap<>())
                .put(subject, rules.get(subject)));
        return byLimits.entrySet().stream()
                .map(kind -> new Pruning.Request(kind.getValue(), kind.getKey(), name(policy)))
                .toList();
    }

    /** As {@code explain} names policies. */
    private String name(Policy policy) {
        return "policy " + policy.name() + " of " + file.source();
    }

    /**
     * Of all policies that protect it, in other scripts too. None if one of them sets limits only: that one keeps
     * everything else.
     */
    private List<KeepRules> rulesFor(Declared declared, Subject subject) {
        List<Optional<KeepRules>> all = Stream.concat(
                        protecting(declared).map(policy -> rules(policy, declared)),
                        elsewhere(subject).map(Stated::rules))
                .toList();
        return all.stream().anyMatch(Optional::isEmpty)
                ? List.of()
                : all.stream().flatMap(Optional::stream).toList();
    }

    private Optional<KeepRules> rules(Policy policy, Declared declared) {
        boolean keepsAll = policy.keep().isEmpty() && !policy.limits().isNone();
        return keepsAll ? Optional.empty() : Optional.of(policy.keepFor(declared, clock.getZone()));
    }

    private Stream<Stated> elsewhere(Subject subject) {
        return inForce.elsewhere(subject, file.source()).stream();
    }

    private Stream<Policy> protecting(Declared declared) {
        return file.policies().stream().filter(policy -> policy.subjects().contains(declared));
    }
}

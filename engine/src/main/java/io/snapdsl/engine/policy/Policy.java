package io.snapdsl.engine.policy;

import io.snapdsl.engine.policy.When.FileChange;
import io.snapdsl.engine.retention.DefaultRetention;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What to protect, when, and for how long.
 *
 * @param subjects captured together each time: one moment
 * @param expectEvery warn when the newest snapshot gets older than this
 */
public record Policy(
        String name,
        List<Declared> subjects,
        List<When> triggers,
        Optional<KeepRules> keep,
        Limits limits,
        Optional<ConsolidateAfter> consolidation,
        List<Hook> hooks,
        Optional<Duration> expectEvery) {
    public Policy {
        subjects = List.copyOf(subjects);
        triggers = List.copyOf(triggers);
        hooks = List.copyOf(hooks);
    }

    /** What is kept of {@code subject}: as the policy says, else by the default for its kind. */
    public KeepRules keepFor(Declared subject, ZoneId zone) {
        return keep.orElseGet(() -> subject instanceof Declared.Container
                ? DefaultRetention.containerRules(zone)
                : KeepRules.standard(zone));
    }

    /**
     * The limits for {@code subject}. The default ones, for containers, only hold where the policy says nothing of what
     * to keep: they must not cut short what its author asked for.
     */
    public Limits limitsFor(Declared subject) {
        boolean byDefault = limits.isNone() && keep.isEmpty() && subject instanceof Declared.Container;
        return byDefault ? DefaultRetention.CONTAINER_LIMITS : limits;
    }

    /** By name: how it is declared may have been edited. */
    public boolean protects(Declared subject) {
        return subjects.stream()
                .anyMatch(own ->
                        own.getClass() == subject.getClass() && own.name().equals(subject.name()));
    }

    /** What it attends to changed files by: of several the one that waits shortest, after which the others have nothing to take. */
    public Optional<FileChange> fileChange() {
        return triggers.stream()
                .filter(FileChange.class::isInstance)
                .map(FileChange.class::cast)
                .min(Comparator.comparing(FileChange::quiet));
    }

    public List<Hook> hooks(Hook.Point point) {
        return hooks.stream().filter(hook -> hook.point() == point).toList();
    }
}

package io.snapdsl.engine.policy;

import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import java.time.Duration;
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

    public List<Hook> hooks(Hook.Point point) {
        return hooks.stream().filter(hook -> hook.point() == point).toList();
    }
}

package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.retention.Pruning.Request;
import io.snapdsl.engine.store.StatedRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What is pruned when nobody says by which rules: by what policies keep; without any, each kind of subject by its own defaults. */
public final class DefaultPruning {
    private DefaultPruning() {}

    /** @param all whether these are all subjects of the store, so that limits of all together can be met */
    public static List<Request> requests(
            StatedRules stated, List<Subject> subjects, boolean all, Function<Subject, KeepRules> defaults) {
        Map<Limits, Map<Subject, List<KeepRules>>> byLimits = new LinkedHashMap<>();
        RulesInForce inForce = new RulesInForce(stated);
        for (Subject one : subjects) {
            Optional<List<KeepRules>> rules = inForce.rules(one);
            Limits limits = rules.isPresent() ? Limits.NONE : DefaultRetention.limits(one);
            byLimits.computeIfAbsent(all ? limits : limits.ofEach(), any -> new LinkedHashMap<>())
                    .put(one, rules.orElseGet(() -> List.of(defaults.apply(one))));
        }
        return byLimits.entrySet().stream()
                .map(kind -> new Request(kind.getValue(), kind.getKey()))
                .toList();
    }
}

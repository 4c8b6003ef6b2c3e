package io.snapdsl.engine.policy;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Nearest;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.replay.Reducer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All that one policy script declares. Whoever makes one has checked it: names are unique, and what a policy or plan
 * names is declared.
 *
 * @param source the script
 * @param store where to keep the snapshots, if the script says so
 * @param lines of each policy, by name: the line on which each of its settings stands, by its word
 */
public record PolicyFile(
        Path source,
        Optional<Path> store,
        List<Declared> subjects,
        List<Policy> policies,
        List<RestorePlan> plans,
        Map<String, Map<String, Integer>> lines) {
    public PolicyFile {
        subjects = List.copyOf(subjects);
        policies = List.copyOf(policies);
        plans = List.copyOf(plans);
        lines = Map.copyOf(lines);
    }

    /** One that nobody wrote as a script. */
    public PolicyFile(
            Path source,
            Optional<Path> store,
            List<Declared> subjects,
            List<Policy> policies,
            List<RestorePlan> plans) {
        this(source, store, subjects, policies, plans, Map.of());
    }

    public RestorePlan plan(String name) {
        List<String> known = plans.stream().map(RestorePlan::name).toList();
        return plans.stream()
                .filter(plan -> plan.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_PLAN,
                        source + " declares no restore plan '" + name + "'.",
                        known.isEmpty()
                                ? "It declares none at all; restorePlan('" + name + "') { … } would be one."
                                : Nearest.to(name, known)
                                                .map(near -> "Did you mean '" + near + "'? ")
                                                .orElse("")
                                        + "There are: " + String.join(", ", known) + "."));
    }

    /** How states are computed anew, by state and type of event. */
    public Map<String, Map<String, Reducer>> reducers() {
        return subjects.stream()
                .filter(Declared.State.class::isInstance)
                .map(Declared.State.class::cast)
                .filter(declared -> !declared.replay().isEmpty())
                .collect(Collectors.toMap(Declared.State::name, Declared.State::replay));
    }
}

package io.snapdsl.engine.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
}

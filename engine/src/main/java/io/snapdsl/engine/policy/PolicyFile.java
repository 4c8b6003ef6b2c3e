package io.snapdsl.engine.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * All that one policy script declares. Whoever makes one has checked it: names are unique, and what a policy or plan
 * names is declared.
 *
 * @param source the script
 * @param store where to keep the snapshots, if the script says so
 */
public record PolicyFile(
        Path source, Optional<Path> store, List<Declared> subjects, List<Policy> policies, List<RestorePlan> plans) {
    public PolicyFile {
        subjects = List.copyOf(subjects);
        policies = List.copyOf(policies);
        plans = List.copyOf(plans);
    }
}

package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.tree.TreePath;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far a capture saw. What it left out by a rule or could not read is missing from its tree without anybody having
 * deleted it, and turns up again without anybody having made it.
 */
record Sight(IgnoreRules rules, Set<TreePath> unreadable) {
    static Sight of(Coverage coverage) {
        Set<TreePath> unreadable = coverage.problems().stream()
                .filter(problem -> problem.kind() == Problem.Kind.UNREADABLE)
                .map(Problem::path)
                .collect(Collectors.toSet());
        return new Sight(coverage.rules(), unreadable);
    }

    boolean reaches(TreePath path, boolean directory) {
        return !isUnreadable(path) && rules.matchAnywhere(path, directory).isEmpty();
    }

    private boolean isUnreadable(TreePath path) {
        for (Optional<TreePath> at = Optional.of(path);
                at.isPresent() && !unreadable.isEmpty();
                at = at.get().parent()) {
            if (unreadable.contains(at.get())) {
                return true;
            }
        }
        return false;
    }
}

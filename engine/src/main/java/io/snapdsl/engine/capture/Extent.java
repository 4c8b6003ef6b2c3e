package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.tree.TreePath;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How far a capture reaches: that a tree lacks a path means that nothing was there only if neither a rule left it out
 * nor something kept it from being read.
 */
public final class Extent {
    private final Map<TreePath, Problem> uncaptured;
    private final IgnoreRules rules;

    private Extent(Map<TreePath, Problem> uncaptured, IgnoreRules rules) {
        this.uncaptured = uncaptured;
        this.rules = rules;
    }

    public static Extent of(Coverage coverage) {
        Map<TreePath, Problem> uncaptured = coverage.problems().stream()
                .filter(problem -> problem.kind() != Problem.Kind.UNSTABLE)
                .collect(Collectors.toMap(Problem::path, problem -> problem, (a, b) -> a));
        return new Extent(uncaptured, coverage.rules());
    }

    /** What kept {@code path}, or a directory it is in, from being captured. */
    public Optional<Problem> problem(TreePath path) {
        for (Optional<TreePath> at = Optional.of(path);
                at.isPresent() && !uncaptured.isEmpty();
                at = at.get().parent()) {
            Problem problem = uncaptured.get(at.get());
            if (problem != null) {
                return Optional.of(problem);
            }
        }
        return Optional.empty();
    }

    /** Why nothing is known of {@code path}, though it may be there. A pipe or a socket is known to be one. */
    public Optional<Uncovered> uncovered(TreePath path, boolean directory) {
        Optional<Uncovered> unreadable = problem(path)
                .filter(problem -> problem.kind() == Problem.Kind.UNREADABLE)
                .map(problem -> new Uncovered.Unreadable(path, problem.reason()));
        return unreadable.or(() -> leftOutBy(path, directory).map(rule -> new Uncovered.LeftOut(path, rule)));
    }

    /** The rule that leaves out {@code path} or a directory it is in. */
    public Optional<Rule> leftOutBy(TreePath path, boolean directory) {
        return rules.matchAnywhere(path, directory);
    }
}

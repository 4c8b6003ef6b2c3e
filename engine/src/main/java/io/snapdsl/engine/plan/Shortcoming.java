package io.snapdsl.engine.plan;

import io.snapdsl.engine.restore.Step;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.restore.WorkspaceTransition.Problem;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a restore has left undone, in words. A directory that stays because ignored files are in it is none: snapshots
 * know nothing of those, and to fail for them would be to fail after most runs of an agent.
 */
final class Shortcoming {
    private final Report report;
    private final Set<TreePath> leftDirectories = new HashSet<>();

    Shortcoming(Report report) {
        this.report = report;
        Set<TreePath> problems = new HashSet<>();
        report.done().problems().forEach(problem -> problems.add(problem.path()));
        if (!problems.isEmpty()) {
            report.done().plan().forEach(step -> {
                if (step instanceof Step.Delete delete
                        && delete.entry() instanceof DirectoryEntry
                        && problems.contains(step.path())) {
                    leftDirectories.add(step.path());
                }
            });
        }
    }

    Optional<String> ofRestore() {
        List<Problem> failed = report.done().problems().stream()
                .filter(problem -> !leftDirectories.contains(problem.path()))
                .toList();
        if (failed.isEmpty()) {
            return Optional.empty();
        }
        Problem first = failed.get(0);
        String others = failed.size() == 1 ? "" : ", and " + (failed.size() - 1) + " more";
        return Optional.of("NOT brought back: " + first.path() + " (" + first.reason() + ")" + others);
    }

    /** @param again what the same restore would have to do now */
    Optional<String> inComparison(Report again) {
        Set<TreePath> different = new HashSet<>();
        again.done().plan().forEach(step -> {
            if (!(step instanceof Step.Keep) && different.isEmpty() && !leftDirectories.contains(step.path())) {
                different.add(step.path());
            }
        });
        return different.stream()
                .findFirst()
                .map(path -> path + " is not as it was just restored: something else changes this workspace");
    }
}

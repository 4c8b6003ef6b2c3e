package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.restore.RestorePlan;
import io.snapdsl.engine.restore.Step;
import io.snapdsl.engine.restore.WorkspaceTransition.Problem;
import io.snapdsl.engine.shape.RestoreShape;
import java.util.List;

/** Shows what is or would be done to a workspace: the same for a restore, an undo, a redo and a revert. */
final class StepList {
    static final int LISTED = 200;

    private StepList() {}

    static void print(Output out, RestorePlan plan) {
        plan.first(LISTED)
                .forEach(step ->
                        out.line(String.format("  %-6s  %s%s", RestoreShape.word(step), step.path(), reason(step))));
        if (plan.size() > LISTED) {
            out.line("  … and " + (plan.size() - LISTED) + " more (--json lists all)");
        }
    }

    /** What was left as it is, though it isn't wrong. */
    static void printKept(Output out, RestorePlan plan) {
        plan.first(LISTED).stream()
                .filter(step -> step instanceof Step.Keep keep && !keep.blocked())
                .forEach(step -> out.line("  left alone: " + step.path() + reason(step)));
    }

    static void printProblems(Output out, List<Problem> problems, String heading) {
        problems.stream()
                .limit(LISTED)
                .forEach(problem -> out.note(heading + ": " + problem.path() + ": " + problem.reason()));
    }

    private static String reason(Step step) {
        return step instanceof Step.Keep keep ? " (" + keep.reason() + ")" : "";
    }
}

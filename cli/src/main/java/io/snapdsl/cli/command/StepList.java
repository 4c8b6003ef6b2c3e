package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.cli.output.Output.Elements;
import io.snapdsl.cli.output.Shapes;
import io.snapdsl.engine.restore.RestorePlan;
import io.snapdsl.engine.restore.Step;
import io.snapdsl.engine.restore.WorkspaceTransition.Done;
import io.snapdsl.engine.restore.WorkspaceTransition.Problem;
import io.snapdsl.engine.tree.TreePath;
import java.util.List;
import java.util.Map;

/** Shows what is or would be done to a workspace: the same for a restore, an undo, a redo and a revert. */
final class StepList {
    static final int LISTED = 200;

    private StepList() {}

    static void print(Output out, RestorePlan plan) {
        plan.first(LISTED)
                .forEach(step -> out.line(String.format("  %-6s  %s%s", word(step), step.path(), reason(step))));
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

    /** Adds what was done to a JSON answer. */
    static void shape(Done done, Map<String, Object> answer) {
        Elements steps = consumer -> done.plan().forEach(step -> {
            Map<String, Object> shape = Shapes.path("path", step.path());
            shape.put("action", word(step));
            if (step instanceof Step.Keep keep) {
                shape.put("reason", keep.reason());
            }
            consumer.accept(shape);
        });
        answer.put("savedId", done.saved().map(s -> s.id().hex()).orElse(null));
        answer.put("id", done.result().map(s -> s.id().hex()).orElse(null));
        answer.put("written", done.written());
        answer.put("deleted", done.deleted());
        answer.put("steps", steps);
        answer.put(
                "problems",
                done.problems().stream()
                        .map(problem -> shape(problem.path(), problem.reason()))
                        .toList());
    }

    static Map<String, Object> shape(TreePath path, String reason) {
        Map<String, Object> shape = Shapes.path("path", path);
        shape.put("reason", reason);
        return shape;
    }

    private static String word(Step step) {
        if (step instanceof Step.Delete) return "delete";
        if (step instanceof Step.SetMetadata) return "touch";
        if (step instanceof Step.Keep) return "keep";
        boolean replaces = step instanceof Step.WriteFile write && write.replaces()
                || step instanceof Step.MakeLink link && link.replaces();
        return replaces ? "modify" : "create";
    }

    private static String reason(Step step) {
        return step instanceof Step.Keep keep ? " (" + keep.reason() + ")" : "";
    }
}

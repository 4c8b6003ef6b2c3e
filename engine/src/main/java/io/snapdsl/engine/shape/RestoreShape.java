package io.snapdsl.engine.shape;

import io.snapdsl.engine.restore.Step;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.restore.WorkspaceTransition.Done;
import io.snapdsl.engine.tree.TreePath;
import java.util.Map;

/** What a restore, undo or redo did, or would do. */
public final class RestoreShape {
    private RestoreShape() {}

    public static Map<String, Object> of(Report report, boolean dryRun) {
        Map<String, Object> shape = Shapes.object("target", report.target().id().hex(), "dryRun", dryRun);
        add(report.done(), shape);
        shape.put("unfinished", report.unfinished());
        shape.put("notes", report.notes());
        report.fingerprint().ifPresent(fingerprint -> shape.put("fingerprint", fingerprint.hex()));
        return shape;
    }

    /** Adds what was done to a workspace to an answer. */
    public static void add(Done done, Map<String, Object> answer) {
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
                        .map(problem -> problem(problem.path(), problem.reason()))
                        .toList());
    }

    public static Map<String, Object> problem(TreePath path, String reason) {
        Map<String, Object> shape = Shapes.path("path", path);
        shape.put("reason", reason);
        return shape;
    }

    public static String word(Step step) {
        if (step instanceof Step.Delete) return "delete";
        if (step instanceof Step.SetMetadata) return "touch";
        if (step instanceof Step.Keep) return "keep";
        boolean replaces = step instanceof Step.WriteFile write && write.replaces()
                || step instanceof Step.MakeLink link && link.replaces();
        return replaces ? "modify" : "create";
    }
}

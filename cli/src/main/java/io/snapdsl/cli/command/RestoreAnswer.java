package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.cli.output.Output.Elements;
import io.snapdsl.cli.output.Shapes;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.RestorePlan;
import io.snapdsl.engine.restore.Step;
import io.snapdsl.engine.restore.WorkspaceRestore.Problem;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says what a restore, undo or redo did. */
final class RestoreAnswer {
    private static final int LISTED = 200;

    private final Output out;
    private final boolean dryRun;

    RestoreAnswer(Output out, boolean dryRun) {
        this.out = out;
        this.dryRun = dryRun;
    }

    int print(Report report, Optional<String> to) {
        out.json(shape(report));
        RestorePlan plan = report.plan();
        String target = report.target().id().shortHex();
        if (plan.isDone() && !report.problems().isEmpty()) {
            out.line("Nothing was touched, but not everything is as in " + target + ":");
        } else if (plan.isDone()) {
            out.line("Everything is as in " + target + " already; nothing was touched.");
        } else if (dryRun) {
            out.line("To get to " + target + " this would be done (nothing was touched):");
            plan.first(LISTED)
                    .forEach(step -> out.line(String.format("  %-6s  %s%s", word(step), step.path(), reason(step))));
            if (plan.size() > LISTED) {
                out.line("  … and " + (plan.size() - LISTED) + " more (--json lists all)");
            }
        } else {
            printDone(report, to);
        }
        notHeld(report.coverage()).ifPresent(out::line);
        for (Problem problem :
                report.problems().subList(0, Math.min(LISTED, report.problems().size()))) {
            out.note("not as in the snapshot: " + problem.path() + " " + problem.reason());
        }
        return (report.problems().isEmpty() ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    private void printDone(Report report, Optional<String> to) {
        RestorePlan plan = report.plan();
        report.saved()
                .ifPresent(saved -> out.line("What was there and in no snapshot yet is kept as "
                        + saved.id().shortHex() + "."));
        int failed = report.problems().size();
        String outcome = failed == 0 ? "all checked." : Output.count(failed, "path") + " NOT brought back (see below).";
        out.line("Brought back " + report.target().id().shortHex()
                + to.map(directory -> " to " + Output.plain(directory)).orElse("") + ": "
                + Output.count(report.written(), "file") + " written, " + report.deleted() + " deleted, " + outcome);
        report.result().ifPresent(result -> {
            String wayBack = result.note().trigger() == Trigger.UNDO ? "redo" : "undo";
            out.line("That is snapshot " + result.id().shortHex() + "; 'snapdsl " + wayBack + "' takes it back.");
        });
        plan.first(LISTED).stream()
                .filter(step -> step instanceof Step.Keep keep && !keep.blocked())
                .forEach(step -> out.line("  left alone: " + step.path() + reason(step)));
    }

    private static Optional<String> notHeld(Coverage coverage) {
        return SnapCommand.leftOut(coverage).map(rules -> "Not held by that snapshot, and left as they are: " + rules);
    }

    private Map<String, Object> shape(Report report) {
        Elements steps = consumer -> report.plan().forEach(step -> {
            Map<String, Object> shape = Shapes.path("path", step.path());
            shape.put("action", word(step));
            if (step instanceof Step.Keep keep) {
                shape.put("reason", keep.reason());
            }
            consumer.accept(shape);
        });
        List<Map<String, Object>> problems = report.problems().stream()
                .map(problem -> {
                    Map<String, Object> shape = Shapes.path("path", problem.path());
                    shape.put("reason", problem.reason());
                    return shape;
                })
                .toList();
        return Shapes.object(
                "target", report.target().id().hex(),
                "dryRun", dryRun,
                "savedId", report.saved().map(s -> s.id().hex()).orElse(null),
                "id", report.result().map(s -> s.id().hex()).orElse(null),
                "written", report.written(),
                "deleted", report.deleted(),
                "steps", steps,
                "problems", problems);
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

package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.cli.output.Shapes;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.Step;
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
        List<Step> steps = report.steps();
        boolean nothing = steps.stream().allMatch(Step.Keep.class::isInstance);
        String target = report.target().id().shortHex();
        if (nothing) {
            out.line("Everything is as in " + target + " already; nothing was touched.");
        } else if (dryRun) {
            out.line("To get to " + target + " this would be done (nothing was touched):");
        }
        if (dryRun || !report.problems().isEmpty()) {
            steps.stream()
                    .limit(LISTED)
                    .forEach(step -> out.line("  " + word(step) + "  " + step.path() + reason(step)));
            if (steps.size() > LISTED) {
                out.line("  … and " + (steps.size() - LISTED) + " more");
            }
        }
        if (!dryRun && !nothing) {
            printDone(report, to);
        }
        report.problems()
                .forEach(problem -> out.note("not as in the snapshot: " + problem.path() + " " + problem.reason()));
        return (report.problems().isEmpty() ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    private void printDone(Report report, Optional<String> to) {
        long written = report.steps().stream()
                .filter(step -> step instanceof Step.WriteFile || step instanceof Step.MakeLink)
                .count();
        long deleted = report.steps().stream()
                .filter(step -> step instanceof Step.Delete)
                .count();
        report.saved()
                .ifPresent(saved -> out.line("What was there and in no snapshot yet is kept as "
                        + saved.id().shortHex() + "."));
        out.line("Brought back " + report.target().id().shortHex()
                + to.map(directory -> " to " + Output.plain(directory)).orElse("") + ": "
                + Output.count(written, "file") + " written, " + deleted + " deleted, all checked.");
        report.result().ifPresent(result -> {
            String wayBack = result.facts().trigger() == Trigger.UNDO ? "redo" : "undo";
            out.line("That is snapshot " + result.id().shortHex() + "; 'snapdsl " + wayBack + "' takes it back.");
        });
        report.steps().stream()
                .filter(Step.Keep.class::isInstance)
                .limit(LISTED)
                .forEach(step -> out.line("  left alone: " + step.path() + reason(step)));
    }

    private Map<String, Object> shape(Report report) {
        List<Map<String, Object>> steps = report.steps().stream()
                .map(step -> {
                    Map<String, Object> shape = Shapes.path("path", step.path());
                    shape.put("action", word(step).strip());
                    if (step instanceof Step.Keep keep) {
                        shape.put("reason", keep.reason());
                    }
                    return shape;
                })
                .toList();
        List<Map<String, Object>> problems = report.problems().stream()
                .map(problem -> {
                    Map<String, Object> shape = Shapes.path("path", problem.path());
                    shape.put("reason", problem.reason());
                    return shape;
                })
                .toList();
        return Shapes.object(
                "target",
                report.target().id().hex(),
                "dryRun",
                dryRun,
                "savedId",
                report.saved().map(s -> s.id().hex()).orElse(null),
                "id",
                report.result().map(s -> s.id().hex()).orElse(null),
                "steps",
                steps,
                "problems",
                problems);
    }

    private static String word(Step step) {
        String word = "";
        if (step instanceof Step.Delete) {
            word = "delete";
        } else if (step instanceof Step.MakeDirectory || step instanceof Step.MakeLink link && !link.replaces()) {
            word = "create";
        } else if (step instanceof Step.WriteFile write) {
            word = write.replaces() ? "modify" : "create";
        } else if (step instanceof Step.MakeLink) {
            word = "modify";
        } else if (step instanceof Step.SetMetadata) {
            word = "touch";
        } else if (step instanceof Step.Keep) {
            word = "keep";
        }
        return String.format("%-6s", word);
    }

    private static String reason(Step step) {
        return step instanceof Step.Keep keep ? " (" + keep.reason() + ")" : "";
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Coverage.LeftOut;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.RestorePlan;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.restore.WorkspaceTransition.Done;
import io.snapdsl.engine.shape.RestoreShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says what a restore, undo or redo did. */
final class RestoreAnswer {
    private final Output out;
    private final boolean dryRun;
    private final String place;
    private final boolean isNamed;

    RestoreAnswer(Output out, boolean dryRun) {
        this(out, dryRun, "", false);
    }

    private RestoreAnswer(Output out, boolean dryRun, String place, boolean isNamed) {
        this.out = out;
        this.dryRun = dryRun;
        this.place = place;
        this.isNamed = isNamed;
    }

    /** Whoever is elsewhere is told how to name the workspace. */
    static RestoreAnswer of(SnapdslCommand snapdsl, boolean dryRun, Workspace workspace) {
        return new RestoreAnswer(snapdsl.out(), dryRun, place(snapdsl, workspace), false);
    }

    /** What to add to a command about the workspace. */
    static String place(SnapdslCommand snapdsl, Workspace workspace) {
        return snapdsl.isCalledIn(workspace.directory()) ? "" : place(workspace.directory());
    }

    private static String place(Path directory) {
        return " -C " + Output.plain(directory);
    }

    /** About another directory than the current one. */
    RestoreAnswer in(Path directory) {
        return new RestoreAnswer(out, dryRun, place(directory), isNamed);
    }

    /** Of a command that names the snapshot, and takes {@code --only-if}. */
    RestoreAnswer named() {
        return new RestoreAnswer(out, dryRun, place, true);
    }

    int print(Report report, Optional<Path> to) {
        out.json(shape(report));
        say(report, to);
        return (report.done().problems().isEmpty() ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    Map<String, Object> shape(Report report) {
        return RestoreShape.of(report, dryRun);
    }

    /** In words. */
    void say(Report report, Optional<Path> to) {
        Done done = report.done();
        String target = report.target().id().shortHex();
        report.notes().forEach(out::note);
        RestorePlan plan = done.plan();
        if (plan.isDone() && !done.problems().isEmpty()) {
            out.line("Nothing was touched, but not everything is as in " + target + ":");
        } else if (plan.isDone()) {
            out.line("Everything is as in " + target + " already; nothing was touched.");
            StepList.printKept(out, plan);
        } else if (dryRun) {
            out.line("To get to " + target + " this would be done (nothing was touched):");
            StepList.print(out, plan);
            report.fingerprint()
                    .filter(shown -> isNamed)
                    .ifPresent(shown ->
                            out.line("To do exactly this, or nothing if something changes before: the same with"
                                    + " --only-if " + shown.hex() + " instead of --dry-run"));
        } else {
            printDone(done, target, to);
        }
        SnapCommand.leftOut(done.there())
                .ifPresent(rules -> out.line("Not held by that snapshot, and left as they are: " + rules));
        missing(report.coverage(), done.there())
                .ifPresent(rules -> out.line("Not in that snapshot, and so not brought back: " + rules));
        report.coverage().problems().stream()
                .filter(problem -> problem.kind() == Coverage.Problem.Kind.SPECIAL)
                .limit(StepList.LISTED)
                .forEach(problem -> out.line("Not held by that snapshot, and not touched: " + problem.describe()));
        StepList.printProblems(out, done.problems(), "not as in the snapshot");
        if (report.unfinished()) {
            String again = done.result().orElseThrow().note().trigger().word();
            out.line("When nothing is in the way any more, 'snapdsl " + again + place + "' does the rest.");
        } else if (!done.problems().isEmpty() && isNamed) {
            out.line("When nothing is in the way any more, the same with the id " + target
                    + " does the rest: @latest is now what this has brought about.");
        }
    }

    private void printDone(Done done, String target, Optional<Path> to) {
        done.saved()
                .ifPresent(saved -> out.line("What was there and in no snapshot yet is kept as "
                        + saved.id().shortHex() + "."));
        int failed = done.problems().size();
        String outcome = failed == 0 ? "all checked." : Output.count(failed, "path") + " NOT brought back.";
        out.line("Brought back " + target
                + to.map(directory -> " to " + Output.plain(directory)).orElse("") + ": "
                + Output.count(done.written(), "file") + " written, " + done.deleted() + " deleted, " + outcome);
        done.result().ifPresent(result -> {
            String wayBack = result.note().trigger() == Trigger.UNDO ? "redo" : "undo";
            out.line("That is snapshot " + result.id().shortHex() + "; 'snapdsl " + wayBack + place
                    + "' takes it back.");
        });
        StepList.printKept(out, done.plan());
    }

    /** Only numbers are known: where a rule leaves something out now, it may be the same as then or something else. */
    private static Optional<String> missing(Coverage then, Coverage now) {
        List<String> rules = new ArrayList<>();
        for (LeftOut old : then.leftOut()) {
            long left = now.leftOut().stream()
                    .filter(entry -> entry.rule().pattern().equals(old.rule().pattern()))
                    .mapToLong(LeftOut::count)
                    .sum();
            if (old.count() > left) {
                rules.add((left > 0 ? "at least " : "") + (old.count() - left) + " by "
                        + old.rule().text());
            }
        }
        return rules.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", rules));
    }
}

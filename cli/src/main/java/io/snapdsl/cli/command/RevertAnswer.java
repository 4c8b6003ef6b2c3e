package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.restore.WorkspaceTransition.Done;
import io.snapdsl.engine.revert.Conflict;
import io.snapdsl.engine.revert.WorkspaceRevert.Report;
import io.snapdsl.engine.shape.RestoreShape;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says what a revert did, or what stands in its way. */
final class RevertAnswer {
    private static final int NAMED = 5;

    private final Output out;
    private final String place;
    private final boolean dryRun;
    private final Report report;

    /** @param place what to add to a command about the workspace, for one who is elsewhere */
    RevertAnswer(Output out, String place, boolean dryRun, Report report) {
        this.out = out;
        this.place = place;
        this.dryRun = dryRun;
        this.report = report;
    }

    int print() {
        return report.done().map(this::printDone).orElseGet(this::printRefused);
    }

    private int printRefused() {
        report.conflicts().stream().limit(StepList.LISTED).forEach(conflict -> out.note("conflict: " + text(conflict)));
        if (report.conflicts().size() > StepList.LISTED) {
            out.note("… and " + (report.conflicts().size() - StepList.LISTED) + " more (--json lists all)");
        }
        long paths = report.conflicts().stream().map(Conflict::path).distinct().count();
        out.error(
                ErrorCode.CONFLICTS.name(),
                (paths == 1 ? "One path was" : paths + " paths were") + " changed again since, so nothing was touched.",
                "Say what to do there: --ours keeps what is there now, --theirs takes what was there before, "
                        + "--merge-markers writes both into the file.",
                Map.of("conflicts", conflicts()));
        return ErrorCode.CONFLICTS.outcome().status();
    }

    private int printDone(Done done) {
        out.json(shape(done));
        report.notes().forEach(out::note);
        String names = names();
        boolean nothing = done.plan().isDone() && done.problems().isEmpty();
        if (nothing && !report.conflicts().isEmpty()) {
            out.line("Nothing was taken back of " + names + ": what was changed since stays as it is now.");
        } else if (nothing) {
            out.line("Nothing is left to take back of " + names
                    + ": it changed nothing, or that is not there any more.");
        } else if (done.plan().isDone()) {
            out.line("Nothing was touched.");
        } else if (dryRun) {
            out.line("To take back " + names + " this would be done (nothing was touched):");
            StepList.print(out, done.plan());
        } else {
            printWritten(done, names);
        }
        report.conflicts().stream()
                .limit(StepList.LISTED)
                .forEach(conflict -> out.line("  decided as you said: " + text(conflict)));
        report.leftAlone().stream()
                .limit(StepList.LISTED)
                .forEach(left -> out.line("  left alone: " + left.path() + " (" + left.reason() + ")"));
        StepList.printProblems(out, done.problems(), "not as it should be");
        return (done.problems().isEmpty() ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    private void printWritten(Done done, String names) {
        done.saved()
                .ifPresent(saved -> out.line("What was there and in no snapshot yet is kept as "
                        + saved.id().shortHex() + "."));
        int failed = done.problems().size();
        String outcome = failed == 0 ? "all checked." : Output.count(failed, "path") + " NOT taken back (see below).";
        out.line("Took back " + names + ": " + Output.count(done.written(), "file") + " written, " + done.deleted()
                + " deleted, " + outcome);
        done.result()
                .ifPresent(result -> out.line(
                        "That is snapshot " + result.id().shortHex() + "; 'snapdsl undo" + place + "' takes it back."));
        StepList.printKept(out, done.plan());
    }

    private Map<String, Object> shape(Done done) {
        Map<String, Object> shape = Shapes.object(
                "reverted", report.reverted().stream().map(s -> s.id().hex()).toList(), "dryRun", dryRun);
        RestoreShape.add(done, shape);
        shape.put("conflicts", conflicts());
        shape.put(
                "leftAlone",
                report.leftAlone().stream()
                        .map(left -> RestoreShape.problem(left.path(), left.reason()))
                        .toList());
        shape.put("notes", report.notes());
        return shape;
    }

    private List<Map<String, Object>> conflicts() {
        return report.conflicts().stream()
                .map(conflict -> RestoreShape.problem(conflict.path(), conflict.reason()))
                .toList();
    }

    private String names() {
        List<Snapshot> all = report.reverted();
        return all.size() > NAMED
                ? Output.count(all.size(), "snapshot")
                : all.stream().map(s -> s.id().shortHex()).collect(Collectors.joining(", "));
    }

    private static String text(Conflict conflict) {
        return conflict.path() + " " + conflict.reason();
    }
}

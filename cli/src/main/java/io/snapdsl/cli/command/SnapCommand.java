package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.TextLength;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Coverage.LeftOut;
import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.consolidation.SnapConsolidation;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.continuity.UnknownChange;
import io.snapdsl.engine.continuity.UnknownChangesException;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.shape.SnapShape;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "snap",
        description = {
            "Takes a snapshot of the workspace around the current directory.",
            "With --files, changes to other files are unknown changes: they get a snapshot of their own first, are "
                    + "named, or refused, as 'snapdsl init --unknown-changes' chose.",
            "A session that announces files which others took for unknown changes takes these over."
        },
        footer = {
            "",
            "Example: snapdsl snap -m 'before the refactoring'",
            "         snapdsl snap --tool editor --files src/a.py,src/b.py -m 'new name'"
        })
public final class SnapCommand implements Callable<Integer> {
    private static final int LISTED = 20;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "SUBJECT", description = "A workspace's name, instead of the current one.")
    private Optional<String> subject;

    @Option(names = "-m", paramLabel = "GOAL", defaultValue = "", description = "What this state is about.")
    private String goal;

    @Option(names = "--tool", paramLabel = "T", defaultValue = "", description = "The tool that made the changes.")
    private String tool;

    @Mixin
    private SessionOption session;

    @Option(
            names = "--files",
            paramLabel = "P,P…",
            description =
                    "The files and directories that were meant to be changed. A comma in a name is written '\\,'.")
    private List<String> files = List.of();

    @Option(names = "--force", description = "Take unknown changes in where the workspace is strict about them.")
    private boolean force;

    @Option(names = "--tag", paramLabel = "T", description = "A word to mark it with; may be repeated.")
    private List<String> tags = List.of();

    @Override
    public Integer call() {
        TextLength.name("a tool", tool);
        TextLength.text("a goal", goal);
        tags.forEach(tag -> TextLength.name("a tag", tag));
        Workspace workspace = snapdsl.choice().workspace(subject);
        WorkspaceCapture capture = new WorkspaceCapture(snapdsl.store(), snapdsl.progress());
        AnnouncedFiles announced =
                AnnouncedFiles.parse(files, text -> snapdsl.choice().pathIn(workspace, text));
        Note note = Note.manual(tool, goal, session.name())
                .announcing(announced.paths())
                .tagged(tags);
        OperationRecorder recorder = new OperationRecorder(snapdsl.store(), capture, snapdsl.clock());
        try {
            return answer(recorder.record(workspace, note, force), workspace, announced, capture.rules(workspace));
        } catch (UnknownChangesException e) {
            return refuse(e);
        }
    }

    private int answer(Recorded recorded, Workspace workspace, AnnouncedFiles announced, IgnoreRules rules) {
        snapdsl.noteSnapped(workspace);
        SnapConsolidation consolidation =
                SnapConsolidation.after(recorded, workspace, snapdsl.store(), snapdsl.clock(), snapdsl.progress());
        List<TreePath> nowhere = announced.nowhere(workspace.directory(), path -> wasThere(path, recorded));
        print(recorded, consolidation, rules.leavingOut(announced.paths(), workspace.directory()), nowhere);
        noteIfEnded();
        boolean complete = recorded.coverage().isComplete();
        return (complete ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    private boolean wasThere(TreePath path, Recorded recorded) {
        TreeReader trees = new TreeReader(new ContentReader(snapdsl.store().content()));
        return Stream.concat(recorded.integrated().stream(), Stream.of(recorded.snapshot()))
                .flatMap(snapshot -> snapdsl.store().catalog().before(snapshot).stream())
                .filter(before -> !before.isRemoved())
                .anyMatch(before -> trees.find(before.root(), path).isPresent());
    }

    private int refuse(UnknownChangesException refusal) {
        snapdsl.out()
                .error(
                        refusal.code().name(),
                        refusal.getMessage(),
                        refusal.hint(),
                        Map.of("unknownFiles", SnapShape.unknown(refusal.unknown())));
        return refusal.code().outcome().status();
    }

    /** Not refused: a snapshot that is late is better than none. */
    private void noteIfEnded() {
        snapdsl.store()
                .sessions()
                .find(session.name())
                .flatMap(AgentSession::ended)
                .ifPresent(ended -> snapdsl.out()
                        .note("The session " + Output.plain(session.name()) + " had ended, at "
                                + snapdsl.out().time(ended) + "; the snapshot belongs to it all the same."));
    }

    private void print(
            Recorded recorded,
            SnapConsolidation consolidation,
            Map<TreePath, Rule> announcedLeftOut,
            List<TreePath> nowhere) {
        Snapshot snapshot = recorded.snapshot();
        Coverage coverage = recorded.coverage();
        Output out = snapdsl.out();
        Map<String, Object> shape = SnapShape.of(recorded, consolidation, announcedLeftOut);
        shape.put("announcedNowhere", nowhere.stream().map(TreePath::toString).toList());
        out.json(shape);
        Coverage.Totals totals = coverage.captured();
        out.line(snapshot.id().shortHex() + "  snapshot " + snapshot.sequence() + " of "
                + Output.plain(snapshot.facts().subject()) + ": "
                + describe(snapshot.facts().changes()));
        out.line("            " + Output.count(totals.files() + totals.links(), "file") + " in "
                + Output.count(totals.directories() + 1, "directory") + ", " + Output.size(totals.bytes()));
        leftOut(coverage).ifPresent(text -> out.line("            left out: " + text));
        recorded.claims()
                .forEach(claim -> out.line("            took over "
                        + Output.count(claim.paths().size(), "unknown change") + " from " + ClaimList.text(claim)));
        printUnknown(recorded);
        announcedLeftOut.forEach((path, rule) -> out.note(
                "announced, but left out of snapshots by " + rule.text() + " (" + rule.source() + "): " + path));
        nowhere.forEach(path -> out.note("announced, but neither there nor in the snapshot before: " + path));
        printProblems(coverage.problems());
        print(consolidation);
    }

    private void printUnknown(Recorded recorded) {
        Output out = snapdsl.out();
        List<UnknownChange> unknown = recorded.unknown();
        recorded.integrated()
                .ifPresent(snapshot -> out.line("            before it, snapshot "
                        + snapshot.id().shortHex() + " took in " + Output.count(unknown.size(), "unknown change")));
        unknown.stream().limit(LISTED).forEach(change -> out.note("unknown change: " + change.describe()));
        if (unknown.size() > LISTED) {
            out.note("… and " + (unknown.size() - LISTED) + " more (--json lists all)");
        }
    }

    private void print(SnapConsolidation consolidation) {
        Output out = snapdsl.out();
        consolidation
                .done()
                .ifPresent(merged -> out.note("consolidated: "
                        + Output.count(merged.originals().size(), "old snapshot") + " became "
                        + merged.results().size()));
        consolidation
                .failure()
                .ifPresent(message -> out.note("not consolidated, though the snapshot is taken: " + message));
    }

    static String describe(ChangeCounts changes) {
        if (changes.isEmpty()) {
            return "nothing changed";
        }
        return List.of(
                        changes.created() > 0 ? changes.created() + " created" : "",
                        changes.modified() > 0 ? changes.modified() + " modified" : "",
                        changes.deleted() > 0 ? changes.deleted() + " deleted" : "")
                .stream()
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** The rules that left most out, most effective first. */
    static Optional<String> leftOut(Coverage coverage) {
        if (coverage.leftOutCount() == 0) {
            return Optional.empty();
        }
        String rules = coverage.leftOut().stream()
                .filter(entry -> entry.count() > 0)
                .sorted(Comparator.comparing(LeftOut::count).reversed())
                .limit(4)
                .map(entry -> entry.count() + " by " + entry.rule().text())
                .collect(Collectors.joining(", "));
        return Optional.of(rules + " (see 'snapdsl ignore info')");
    }

    private void printProblems(List<Problem> problems) {
        Output out = snapdsl.out();
        for (Problem problem : problems.subList(0, Math.min(LISTED, problems.size()))) {
            out.note("not " + (problem.kind() == Problem.Kind.UNSTABLE ? "certain" : "captured") + ": "
                    + problem.describe());
        }
        if (problems.size() > LISTED) {
            out.note("… and " + (problems.size() - LISTED) + " more: snapdsl show @latest");
        }
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.GitPatch;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "diff",
        description = {
            "Shows how two snapshots differ, as a patch that 'git apply' accepts.",
            "With one snapshot: how the workspace differs from it now. With none: what has changed since the newest."
        },
        customSynopsis = "snapdsl diff [A [B]] [--reverse] [--stat] [OPTIONS] [-- PATH...]",
        footer = {
            "",
            "Examples: snapdsl diff @1 @latest --stat",
            "          snapdsl diff @latest --reverse -- src | git apply"
        })
public final class DiffCommand implements Callable<Integer> {
    private static final int LISTED = 20;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "A B", description = "One or two snapshots; after --, paths.")
    private List<String> words = List.of();

    @Option(names = "--reverse", description = "Swap the two sides: a patch that takes the changes back.")
    private boolean reverse;

    @Option(names = "--stat", description = "Only count lines per file.")
    private boolean stat;

    private record Side(Hash root, Coverage coverage) {}

    @Override
    public Integer call() throws IOException {
        snapdsl.storeToRead();
        // What follows "--" are paths, even when it looks like an id.
        List<String> given = spec.commandLine().getParseResult().originalArgs();
        int dashes = given.indexOf("--");
        int pathCount = dashes < 0 ? 0 : given.size() - dashes - 1;
        List<String> ids = words.subList(0, words.size() - pathCount);
        if (ids.size() > 2) {
            throw new ParameterException(
                    spec.commandLine(), "At most two snapshots can be compared; paths come after '--'.");
        }
        ContentReader content = new ContentReader(snapdsl.store().content());
        TreeReader trees = new TreeReader(content);
        Snapshot first = snapdsl.choice().snapshot(ids.isEmpty() ? "@latest" : ids.get(0));
        Subject subject = ids.size() == 2 ? snapdsl.choice().subjectOf(first) : presentWorkspace(first);
        Side second = ids.size() == 2 ? stored(second(ids.get(1), subject), content) : present((Workspace) subject);
        Selection selection = snapdsl.choice()
                .selection(subject, words.subList(ids.size(), words.size()))
                .in(trees, List.of(first.root(), second.root), "Neither side has");
        DiffAnswer answer = new DiffAnswer(snapdsl.out(), content);
        StateComparison comparison =
                new StateComparison(trees, Optional.of(first.root()), second.root, second.coverage);
        List<FileDelta> deltas = deltas(comparison, selection);
        List<Uncovered> uncovered = comparison.uncovered().stream()
                .filter(found -> selection.covers(found.path(), false))
                .toList();
        if (snapdsl.out().isInJson()) {
            snapdsl.out()
                    .json(Shapes.object(
                            "files", answer.shapes(deltas), "noLongerCovered", Shapes.uncovered(uncovered)));
        }
        if (snapdsl.out().isInWords()) {
            answer.say(deltas, stat);
            List<String> unpatched = unpatched(deltas, comparison, selection);
            if (deltas.isEmpty() && unpatched.isEmpty()) {
                snapdsl.out().note("No difference.");
            }
            note("in no patch: ", unpatched);
            note(
                    "no longer covered: ",
                    uncovered.stream().map(Uncovered::describe).toList());
            if (!stat && deltas.stream().anyMatch(GitPatch::shows)) {
                ApplyNote.say(snapdsl, subject);
            }
        }
        return 0;
    }

    /** What git knows nothing of: directories without files, and other permissions than to be executed. */
    private List<String> unpatched(List<FileDelta> deltas, StateComparison comparison, Selection selection) {
        List<String> found = new ArrayList<>();
        comparison.visible().forEach(change -> {
            if (change.isDirectory() && selection.covers(change.path(), true)) {
                String kind = (reverse ? change.reversed() : change).kind().name();
                found.add("directory " + kind.toLowerCase(Locale.ROOT) + ": " + change.path());
            }
        });
        deltas.stream()
                .filter(delta -> !GitPatch.shows(delta))
                .forEach(delta -> found.add("permissions changed: " + delta.path()));
        return found;
    }

    private void note(String heading, List<String> found) {
        found.stream().limit(LISTED).forEach(text -> snapdsl.out().note(heading + text));
        if (found.size() > LISTED) {
            snapdsl.out().note("… and " + (found.size() - LISTED) + " more");
        }
    }

    private List<FileDelta> deltas(StateComparison comparison, Selection selection) {
        List<FileDelta> deltas = FileDeltas.among(comparison, path -> selection.covers(path, false));
        return reverse
                ? deltas.stream()
                        .map(FileDelta::reversed)
                        .sorted(Comparator.comparing(FileDelta::path))
                        .toList()
                : deltas;
    }

    /** What a snapshot is compared with if nothing else is said. */
    private Workspace presentWorkspace(Snapshot first) {
        Subject subject = snapdsl.choice().subjectOf(first);
        if (subject instanceof Workspace) {
            return snapdsl.choice().existingWorkspace(Optional.empty());
        }
        throw new SnapdslException(
                ErrorCode.NOT_A_WORKSPACE,
                "Snapshot " + first.id().shortHex() + " is of the " + subject.kind() + " '" + subject.name()
                        + "', and can only be compared with another snapshot.",
                "Name two: snapdsl diff " + first.id().shortHex() + " " + subject.name() + "@latest");
    }

    /** After a container's snapshot, @latest is that container's: nobody compares it with a directory. */
    private Snapshot second(String id, Subject subject) {
        return subject instanceof Workspace
                ? snapdsl.choice().snapshot(id)
                : snapdsl.choice().snapshot(id, subject);
    }

    private static Side stored(Snapshot snapshot, ContentReader content) {
        return new Side(
                snapshot.root(), Coverage.decode(content.chunk(snapshot.facts().coverage())));
    }

    private Side present(Workspace workspace) {
        Captured present = new WorkspaceCapture(snapdsl.store(), snapdsl.progress()).look(workspace);
        return new Side(present.root(), present.coverage());
    }
}

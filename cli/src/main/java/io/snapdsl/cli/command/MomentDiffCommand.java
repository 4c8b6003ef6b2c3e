package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "diff",
        description = {
            "Shows how two moments differ, part by part: files as a patch, states by their values.",
            "With one moment: how it differs from the newest."
        },
        footer = {"", "Example: snapdsl moment diff @1 @latest --stat"})
final class MomentDiffCommand implements Callable<Integer> {
    @ParentCommand
    private MomentCommand parent;

    @Parameters(index = "0", paramLabel = "A", description = MomentCommand.ID)
    private String first;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "B",
            defaultValue = "@latest",
            description = "Default: @latest.")
    private String second;

    @Option(names = "--stat", description = "Only count lines per file.")
    private boolean stat;

    /** How a subject was at the one moment, and at the other; not at all if it was no part of it. */
    private record Sides(String subject, Optional<Part> before, Optional<Part> after) {
        boolean differ() {
            return !before.map(Part::state).equals(after.map(Part::state));
        }

        boolean isState() {
            return before.or(() -> after).orElseThrow() instanceof Part.OfCheckpoint;
        }
    }

    @Override
    public Integer call() throws IOException {
        Moment before = parent.find(first);
        Moment after = parent.find(second);
        Output out = parent.snapdsl().out();
        List<Map<String, Object>> shapes = new ArrayList<>();
        for (Sides sides : sides(before, after)) {
            if (sides.differ()) {
                out.line(Output.plain(sides.subject()) + ": " + label(sides.before()) + " -> " + label(sides.after()));
                out.flush();
                shapes.add(sides.isState() ? states(sides) : files(sides));
            }
        }
        if (shapes.isEmpty()) {
            out.note("No difference.");
        }
        out.json(Shapes.object(
                "beforeId", before.id().hex(), "afterId", after.id().hex(), "parts", shapes));
        return 0;
    }

    private static List<Sides> sides(Moment before, Moment after) {
        Map<SubjectId, Sides> all = new LinkedHashMap<>();
        before.parts()
                .forEach(part ->
                        all.put(part.subjectId(), new Sides(part.subject(), Optional.of(part), Optional.empty())));
        after.parts().forEach(part -> {
            Optional<Part> earlier =
                    Optional.ofNullable(all.get(part.subjectId())).flatMap(Sides::before);
            all.put(part.subjectId(), new Sides(part.subject(), earlier, Optional.of(part)));
        });
        return List.copyOf(all.values());
    }

    private static String label(Optional<Part> part) {
        return part.map(MomentCommand::state).orElse("nothing");
    }

    private Map<String, Object> files(Sides sides) throws IOException {
        SnapdslCommand snapdsl = parent.snapdsl();
        ContentReader content = new ContentReader(snapdsl.store().content());
        List<FileDelta> deltas = new FileDeltas(new TreeComparison(new TreeReader(content)))
                .between(root(sides.before()), root(sides.after()), path -> true);
        DiffAnswer answer = new DiffAnswer(snapdsl.out(), content);
        if (!snapdsl.out().isJson()) {
            answer.say(deltas, stat);
        }
        return Shapes.object("subject", sides.subject(), "files", answer.shapes(deltas));
    }

    private Hash root(Optional<Part> part) {
        return part.map(Part.OfSnapshot.class::cast)
                .flatMap(of -> parent.snapdsl().store().catalog().find(of.snapshot()))
                .map(snapshot -> snapshot.root())
                .orElse(Tree.EMPTY.hash());
    }

    private Map<String, Object> states(Sides sides) {
        List<JsonDifference> differences = JsonDifference.between(
                json(sides.before()).node(), json(sides.after()).node());
        new ContainerAnswer(parent.snapdsl().out()).say(differences);
        return Shapes.object("subject", sides.subject(), "differences", ContainerAnswer.differences(differences));
    }

    private CanonicalJson json(Optional<Part> part) {
        SnapshotStore store = parent.snapdsl().store();
        return part.map(Part.OfCheckpoint.class::cast)
                .map(of -> new States(store, parent.snapdsl().clock())
                        .restore((State) store.catalog().subject(of.subjectId()).orElseThrow(), of.number())
                        .state())
                .orElse(CanonicalJson.EMPTY_OBJECT);
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.command.MomentContent.Files;
import io.snapdsl.cli.command.MomentContent.Held;
import io.snapdsl.cli.command.MomentContent.Value;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentId;
import io.snapdsl.engine.shape.ContainerShape;
import io.snapdsl.engine.shape.Shapes;
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
            "With one moment: how what is there now differs from it; of containers, the newest snapshot."
        },
        footer = {"", "Example: snapdsl moment diff @1 @latest --stat"})
final class MomentDiffCommand implements Callable<Integer> {
    @ParentCommand
    private MomentCommand parent;

    @Parameters(index = "0", paramLabel = "A", description = MomentCommand.ID)
    private String first;

    @Parameters(index = "1", arity = "0..1", paramLabel = "B", description = "Another. Default: what is there now.")
    private Optional<String> second = Optional.empty();

    @Option(names = "--stat", description = "Only count lines per file.")
    private boolean stat;

    /** What a subject held at the one time, and at the other; nothing if it was no part of it. */
    private record Sides(String subject, Optional<Held> before, Optional<Held> after) {
        boolean isState() {
            return before.or(() -> after).orElseThrow() instanceof Value;
        }

        Hash root(Optional<Held> side) {
            return side.map(held -> ((Files) held).root()).orElse(Tree.EMPTY.hash());
        }

        CanonicalJson json(Optional<Held> side) {
            return side.map(held -> ((Value) held).json()).orElse(CanonicalJson.EMPTY_OBJECT);
        }

        boolean isOneOnly() {
            return before.isPresent() != after.isPresent();
        }
    }

    @Override
    public Integer call() throws IOException {
        Moment before = parent.find(first);
        Optional<Moment> after = second.map(parent::find);
        Output out = parent.snapdsl().out();
        List<Map<String, Object>> shapes = new ArrayList<>();
        for (Sides sides : sides(before, after)) {
            (sides.isState() ? states(sides) : files(sides)).ifPresent(shapes::add);
        }
        if (shapes.isEmpty()) {
            out.note("No difference.");
        }
        out.json(Shapes.object(
                "beforeId", before.id().hex(),
                "afterId", after.map(Moment::id).map(MomentId::hex).orElse(null),
                "parts", shapes));
        return 0;
    }

    private List<Sides> sides(Moment before, Optional<Moment> after) {
        MomentContent content = new MomentContent(parent.snapdsl());
        Map<SubjectId, Held> earlier = content.of(before);
        Map<SubjectId, Held> later = after.map(content::of).orElseGet(() -> content.now(before));
        Map<SubjectId, String> names = new LinkedHashMap<>();
        before.parts().forEach(part -> names.put(part.subjectId(), part.subject()));
        after.ifPresent(moment -> moment.parts().forEach(part -> names.put(part.subjectId(), part.subject())));
        return names.entrySet().stream()
                .map(subject -> new Sides(
                        subject.getValue(),
                        Optional.ofNullable(earlier.get(subject.getKey())),
                        Optional.ofNullable(later.get(subject.getKey()))))
                .toList();
    }

    private void sayHeadline(Sides sides) {
        Output out = parent.snapdsl().out();
        out.line(Output.plain(sides.subject()) + ": " + label(sides.before()) + " -> " + label(sides.after()));
        out.flush();
    }

    private static String label(Optional<Held> held) {
        return held.map(Held::label).orElse("nothing");
    }

    private Optional<Map<String, Object>> files(Sides sides) throws IOException {
        SnapdslCommand snapdsl = parent.snapdsl();
        ContentReader content = new ContentReader(snapdsl.store().content());
        List<FileDelta> deltas = new FileDeltas(new TreeComparison(new TreeReader(content)))
                .between(sides.root(sides.before()), sides.root(sides.after()), path -> true);
        if (deltas.isEmpty() && !sides.isOneOnly()) {
            return Optional.empty();
        }
        sayHeadline(sides);
        DiffAnswer answer = new DiffAnswer(snapdsl.out(), content);
        if (snapdsl.out().isInWords()) {
            answer.say(deltas, stat);
        }
        return Optional.of(Shapes.object("subject", sides.subject(), "files", answer.shapes(deltas)));
    }

    private Optional<Map<String, Object>> states(Sides sides) {
        List<JsonDifference> differences = JsonDifference.between(
                sides.json(sides.before()).node(), sides.json(sides.after()).node());
        if (differences.isEmpty() && !sides.isOneOnly()) {
            return Optional.empty();
        }
        sayHeadline(sides);
        new ContainerAnswer(parent.snapdsl().out()).say(differences);
        return Optional.of(
                Shapes.object("subject", sides.subject(), "differences", ContainerShape.differences(differences)));
    }
}

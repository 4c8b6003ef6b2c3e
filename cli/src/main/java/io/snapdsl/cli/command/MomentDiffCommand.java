package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentComparison;
import io.snapdsl.engine.moment.MomentComparison.Sides;
import io.snapdsl.engine.moment.MomentId;
import io.snapdsl.engine.shape.ContainerShape;
import io.snapdsl.engine.shape.Shapes;
import java.io.IOException;
import java.util.ArrayList;
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

    @Override
    public Integer call() throws IOException {
        Moment before = parent.find(first);
        Optional<Moment> after = second.map(parent::find);
        Output out = parent.snapdsl().out();
        List<Map<String, Object>> shapes = new ArrayList<>();
        for (Sides sides : comparison().sides(before, after)) {
            shape(sides).ifPresent(shapes::add);
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

    private Optional<Map<String, Object>> shape(Sides sides) throws IOException {
        return sides.isState() ? states(sides) : files(sides);
    }

    private void sayHeadline(Sides sides) {
        Output out = parent.snapdsl().out();
        out.line(Output.plain(sides.subject()) + ": " + sides.labels());
        out.flush();
    }

    private Optional<Map<String, Object>> files(Sides sides) throws IOException {
        Optional<List<FileDelta>> deltas = comparison().files(sides);
        if (deltas.isEmpty()) {
            return Optional.empty();
        }
        sayHeadline(sides);
        SnapdslCommand snapdsl = parent.snapdsl();
        DiffAnswer answer =
                new DiffAnswer(snapdsl.out(), new ContentReader(snapdsl.store().content()));
        if (snapdsl.out().isInWords()) {
            answer.say(deltas.get(), stat);
        }
        return Optional.of(Shapes.object("subject", sides.subject(), "files", answer.shapes(deltas.get())));
    }

    private Optional<Map<String, Object>> states(Sides sides) {
        Optional<List<JsonDifference>> differences = comparison().values(sides);
        differences.ifPresent(found -> {
            sayHeadline(sides);
            new ContainerAnswer(parent.snapdsl().out()).say(found);
        });
        return differences.map(
                found -> Shapes.object("subject", sides.subject(), "differences", ContainerShape.differences(found)));
    }

    private MomentComparison comparison() {
        SnapdslCommand snapdsl = parent.snapdsl();
        return new MomentComparison(snapdsl.store(), snapdsl.clock(), snapdsl.progress());
    }
}

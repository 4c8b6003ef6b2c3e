package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.NamedCheckpoint;
import io.snapdsl.engine.state.States;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "diff",
        description = "Shows how two checkpoints of a state differ.",
        footer = {
            "",
            "Example: snapdsl state diff planner 3 latest",
            "         snapdsl state diff planner 3 4 --patch > patch.json"
        })
public final class StateDiffCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(index = "0", paramLabel = "NAME", description = "The state.")
    private String name;

    @Parameters(index = "1", paramLabel = "A", description = "A checkpoint's number, or 'latest'.")
    private String before;

    @Parameters(index = "2", paramLabel = "B", description = "Another.")
    private String after;

    @Option(names = "--patch", description = "As an RFC 6902 patch, which makes B of A.")
    private boolean patch;

    @Override
    public Integer call() {
        States states = state.existing();
        State chosen = states.named(name);
        List<JsonDifference> differences = JsonDifference.between(
                NamedCheckpoint.find(states, chosen, before).state().node(),
                NamedCheckpoint.find(states, chosen, after).state().node());
        Output out = state.snapdsl().out();
        Map<String, Object> shape = StateShape.comparison(differences);
        out.json(shape);
        if (patch) {
            out.line(shape.get("patch").toString());
        } else {
            differences.forEach(difference -> out.line(Output.plain(difference.text())));
        }
        if (differences.isEmpty()) {
            out.note("No difference.");
        }
        return 0;
    }
}

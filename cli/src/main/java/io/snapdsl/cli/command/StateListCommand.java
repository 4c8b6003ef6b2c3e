package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.shape.Elements;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.Checkpoints;
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
        name = "list",
        description =
                "Lists the states, or the checkpoints of one, newest first: number, time, logical time, session, label.",
        footer = {"", "Example: snapdsl state list planner --limit 10"})
public final class StateListCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "A state; without, all of them.")
    private Optional<String> name;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most so many checkpoints. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new SnapdslException(ErrorCode.USAGE, "--limit " + limit + " lists nothing.", "Give 1 or more.");
        }
        States states = state.existing();
        Checkpoints checkpoints = state.snapdsl().store().checkpoints();
        if (name.isPresent()) {
            listCheckpoints(states, states.named(name.get()));
        } else {
            listStates(states.all(), checkpoints);
        }
        return 0;
    }

    /** As they come: there may be more than memory holds. */
    private void listCheckpoints(States states, State listed) {
        Output out = state.snapdsl().out();
        if (out.isInJson()) {
            Elements checkpoints = shown ->
                    states.forEachNewest(listed, limit, checkpoint -> shown.accept(StateShape.checkpoint(checkpoint)));
            out.json(Shapes.object("checkpoints", checkpoints));
        }
        if (out.isInWords()) {
            long listedCount =
                    states.forEachNewest(listed, limit, checkpoint -> out.line(CheckpointAnswer.line(checkpoint, out)));
            if (listedCount == 0) {
                out.note("It has no checkpoint yet.");
            }
        }
    }

    private void listStates(List<State> all, Checkpoints checkpoints) {
        Output out = state.snapdsl().out();
        List<Map<String, Object>> shapes = new ArrayList<>();
        for (State known : all) {
            Optional<Checkpoint> newest =
                    checkpoints.entries(known.id(), Long.MAX_VALUE, 1).stream().findFirst();
            shapes.add(Shapes.object(
                    "state",
                    known.name(),
                    "newest",
                    newest.map(StateShape::checkpoint).orElse(null)));
            out.line(Output.plain(known.name())
                    + newest.map(entry -> "@" + entry.number() + "  " + out.time(entry.time()) + "  "
                                    + Output.plain(entry.label()))
                            .orElse("  no checkpoint yet"));
        }
        out.json(Shapes.object("states", shapes));
        if (all.isEmpty()) {
            out.note("There is no state yet: 'snapdsl state checkpoint' makes one.");
        }
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.NamedCheckpoint;
import io.snapdsl.engine.state.Restored;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "show",
        description = "Shows a checkpoint and its state, for people; 'restore' prints the state alone, for programs.",
        footer = {"", "Example: snapdsl state show planner@3"})
public final class StateShowCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(paramLabel = "NAME[@N]", description = "A state's newest checkpoint, or the one with that number.")
    private String checkpoint;

    @Override
    public Integer call() throws IOException {
        Restored found = NamedCheckpoint.find(state.existing(), checkpoint);
        Checkpoint entry = found.checkpoint();
        Output out = state.snapdsl().out();
        Map<String, Object> shape = StateShape.checkpoint(entry);
        shape.put("previousHash", found.previous().hex());
        shape.put("value", found.state());
        out.json(shape);
        out.line("checkpoint  " + CheckpointAnswer.name(entry));
        out.line("label       " + Output.plain(entry.label()));
        if (!entry.session().isEmpty()) {
            out.line("session     " + Output.plain(entry.session()) + ", event " + entry.clock());
        }
        out.line("time        " + out.time(entry.time()) + ", logical time " + entry.clock());
        out.line("hash        " + entry.hash().hex());
        if (out.isInWords()) {
            out.bytes().write(Json.readable(found.state().node()));
        }
        return 0;
    }
}

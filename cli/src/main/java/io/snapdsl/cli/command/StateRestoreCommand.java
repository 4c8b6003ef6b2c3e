package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.NamedCheckpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.States;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "restore",
        description = {
            "Prints a state as it was at a checkpoint, for whoever wants to go on from there. Nothing is changed.",
            "With --rollback it becomes the current one again: as a new checkpoint that says where it comes from."
        },
        footer = {
            "",
            "Example: snapdsl state restore planner 3 > state.json",
            "         snapdsl state restore planner 3 --rollback"
        })
public final class StateRestoreCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(index = "0", paramLabel = "NAME", description = "The state.")
    private String name;

    @Parameters(index = "1", paramLabel = "N", description = "The checkpoint's number, or 'latest'.")
    private String number;

    @Option(names = "--rollback", description = "Also append it as the newest checkpoint.")
    private boolean rollback;

    @Option(
            names = "--session",
            paramLabel = "S",
            defaultValue = SessionDefault.ENVIRONMENT,
            description = "The agent run a rollback belongs to. Default: $SNAPDSL_SESSION.")
    private String session;

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = state.snapdsl();
        States states = state.existing();
        State chosen = states.named(name);
        Restored found = NamedCheckpoint.find(states, chosen, number);
        Map<String, Object> shape = StateShape.checkpoint(found.checkpoint());
        shape.put("value", found.state());
        if (rollback) {
            Checkpoint made = states.rollback(chosen, found.checkpoint().number(), SessionDefault.checked(session));
            shape.put("rollback", StateShape.checkpoint(made));
            snapdsl.out().note("Rolled back: " + CheckpointAnswer.name(made) + " is the newest now.");
        }
        snapdsl.out().json(shape);
        snapdsl.out().line(found.state().toString());
        return 0;
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.InvalidJsonException;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.States;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "checkpoint",
        description = {
            "Keeps a state as it is now: any JSON value, from a file or standard input.",
            "In a session it is one of its events too, and both are recorded together."
        },
        footer = {
            "",
            "Example: snapdsl state checkpoint planner --label after-search state.json",
            "         my-agent --dump | snapdsl state checkpoint planner --label start --session run-7"
        })
public final class StateCheckpointCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(index = "0", paramLabel = "NAME", description = "The state, made on first use.")
    private String name;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = "-",
            description = "Where the JSON is; '-', the default, is standard input.")
    private String file;

    @Option(names = "--label", required = true, paramLabel = "L", description = "What to know it by.")
    private String label;

    @Mixin
    private SessionOption session;

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = state.snapdsl();
        CanonicalJson json = parse(read());
        States states = new States(snapdsl.store(), snapdsl.clock());
        Checkpoint made = states.checkpoint(states.register(name), label, session.name(), json);
        snapdsl.out().json(StateShape.checkpoint(made));
        snapdsl.out().line(CheckpointAnswer.name(made));
        return 0;
    }

    private CanonicalJson parse(byte[] text) {
        try {
            return CanonicalJson.parse(text);
        } catch (InvalidJsonException e) {
            throw new SnapdslException(
                    ErrorCode.INVALID_JSON, source() + ": " + e.getMessage() + " Nothing was kept.", e.hint(), e);
        }
    }

    private byte[] read() {
        try {
            return isStandardInput()
                    ? state.snapdsl().in().readAllBytes()
                    : Files.readAllBytes(state.snapdsl().directory().resolve(file));
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    source() + " could not be read: " + IoErrors.describe(e) + ".",
                    "Name a file with JSON in it, or give it on standard input.",
                    e);
        }
    }

    private boolean isStandardInput() {
        return file.equals("-");
    }

    private String source() {
        return isStandardInput() ? "Standard input" : file;
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.States;

/** Checkpoints on the command line: how they are named, and how they are shown. */
final class CheckpointAnswer {
    private CheckpointAnswer() {}

    /** The one that is meant by {@code NAME@NUMBER}; by {@code NAME} or {@code NAME@latest} the newest. */
    static Restored find(States states, String expression) {
        int at = expression.lastIndexOf('@');
        return at < 0
                ? find(states, states.named(expression), "latest")
                : find(states, states.named(expression.substring(0, at)), expression.substring(at + 1));
    }

    /** @param number or {@code latest} */
    static Restored find(States states, State state, String number) {
        if (number.equals("latest")) {
            return states.latest(state)
                    .orElseThrow(() -> new SnapdslException(
                            ErrorCode.UNKNOWN_CHECKPOINT,
                            "The state '" + state.name() + "' has no checkpoint yet.",
                            "'snapdsl state checkpoint " + state.name() + "' makes one."));
        }
        if (!number.matches("[0-9]{1,18}")) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "'" + Output.plain(number) + "' is not the number of a checkpoint.",
                    "Give a number, or 'latest'; 'snapdsl state list " + state.name() + "' lists them.");
        }
        return states.restore(state, Long.parseLong(number));
    }

    static String name(Checkpoint checkpoint) {
        return Output.plain(checkpoint.state()) + "@" + checkpoint.number();
    }

    static String line(Checkpoint checkpoint, Output out) {
        return String.format(
                        "%6s  %s  %6d  %-16s  %s",
                        "@" + checkpoint.number(),
                        out.time(checkpoint.time()),
                        checkpoint.clock(),
                        Output.plain(checkpoint.session()),
                        Output.plain(checkpoint.label()))
                .stripTrailing();
    }
}

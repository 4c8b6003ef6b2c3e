package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.state.Checkpoint;

/** Checkpoints on the command line: how they are shown. */
final class CheckpointAnswer {
    private CheckpointAnswer() {}

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

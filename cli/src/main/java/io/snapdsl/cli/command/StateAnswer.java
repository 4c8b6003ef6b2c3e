package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.plan.StateChange;

/** Says what became of an agent's state, or would. */
final class StateAnswer {
    private final Output out;

    StateAnswer(Output out) {
        this.out = out;
    }

    void say(StateChange change) {
        if (change instanceof StateChange.Foreseen foreseen) {
            new ContainerAnswer(out).say(foreseen.differences());
        } else if (change instanceof StateChange.Made made) {
            out.line("  " + Output.plain(made.current().state()) + " is restored: its checkpoint "
                    + made.current().number() + ".");
            made.aside()
                    .ifPresent(
                            aside -> out.line("  What was there is no JSON, and is now " + Output.plain(aside) + "."));
        } else if (change instanceof StateChange.Gone gone) {
            out.line("  No file: there was none at that moment. What is in " + Output.plain(gone.file())
                    + " is kept as a checkpoint.");
        }
    }
}

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
        }
    }
}

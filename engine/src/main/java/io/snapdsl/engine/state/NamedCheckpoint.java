package io.snapdsl.engine.state;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.tree.ByteText;

/** How people name checkpoints. */
public final class NamedCheckpoint {
    private NamedCheckpoint() {}

    /** The one that is meant by {@code NAME@NUMBER}; by {@code NAME} or {@code NAME@latest} the newest. */
    public static Restored find(States states, String expression) {
        int at = expression.lastIndexOf('@');
        return at < 0
                ? find(states, states.named(expression), "latest")
                : find(states, states.named(expression.substring(0, at)), expression.substring(at + 1));
    }

    /** @param number or {@code latest} */
    public static Restored find(States states, State state, String number) {
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
                    "'" + ByteText.display(number) + "' is not the number of a checkpoint.",
                    "Give a number, or 'latest'; 'snapdsl state list " + state.name() + "' lists them.");
        }
        return states.restore(state, Long.parseLong(number));
    }
}

package io.snapdsl.engine.state;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.store.Checkpoints;
import java.util.Optional;

/**
 * Where the chain of a state ends. What is there has to be what was noted beside it: else what came last is gone, and what
 * is found is not the newest, whole as it may be.
 *
 * @param newest the last checkpoint that is there
 * @param noted the last that was recorded
 */
public record StateEnd(Optional<StoredCheckpoint> newest, ChainEnd noted) {
    /** As it is at one instant: others may add to it meanwhile. */
    public static StateEnd of(Checkpoints checkpoints, State state) {
        ChainEnd noted;
        Optional<StoredCheckpoint> newest;
        do {
            noted = checkpoints.end(state.id());
            newest = checkpoints.latest(state.id());
        } while (!checkpoints.end(state.id()).equals(noted));
        return new StateEnd(newest, noted);
    }

    /** What is there of the chain. */
    public ChainEnd found() {
        return newest.map(checkpoint -> checkpoint.entry().end()).orElse(ChainEnd.NOTHING);
    }

    public boolean isSound() {
        return found().equals(noted);
    }

    /** @throws SnapdslException if it is not sound */
    public void requireSound(State state) {
        if (!isSound()) {
            long last = found().number();
            throw new SnapdslException(
                    ErrorCode.DAMAGED,
                    "The checkpoints of " + state.name() + " end with number " + last + ", but number " + noted.number()
                            + " was recorded as the last.",
                    "'snapdsl verify' lists all damage. "
                            + (last == 0
                                    ? ""
                                    : "What is there can still be had: 'snapdsl state restore " + state.name() + " "
                                            + last + "'. ")
                            + "To go on, checkpoint it as a state of another name.");
        }
    }
}

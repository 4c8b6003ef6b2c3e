package io.snapdsl.engine.interchange;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.StoredCheckpoint;
import io.snapdsl.engine.store.Checkpoints;
import java.util.Optional;

/**
 * Where a checkpoint that is brought in belongs. Sessions that share a state each bring their own of its checkpoints: the
 * first leaves gaps, in each of which only what was there fits, because what follows the gap names its hash.
 */
final class CheckpointPlace {
    private final Checkpoints checkpoints;
    private final State state;
    private final SnapshotLine snapshot;

    CheckpointPlace(Checkpoints checkpoints, State state, SnapshotLine snapshot) {
        this.checkpoints = checkpoints;
        this.state = state;
        this.snapshot = snapshot;
    }

    /** What it follows: what is there, or else what it says itself. Another tool's first may have any number. */
    ChainEnd before() {
        ChainEnd end = checkpoints.end(state.id());
        if (snapshot.id() <= end.number() && find(snapshot.id()).isPresent()) {
            throw snapshot.line()
                    .problem("checkpoint " + snapshot.id() + " of " + state.name() + " is there already; "
                            + (end.number() + 1) + " was expected");
        }
        Optional<ChainEnd> before = neighbour(end);
        if (before.isEmpty()
                && !end.equals(ChainEnd.NOTHING)
                && snapshot.previous().isEmpty()) {
            throw snapshot.line()
                    .problem("checkpoint " + (end.number() + 1) + " of " + state.name() + " was expected, not "
                            + snapshot.id());
        }
        before.ifPresent(this::requireNamed);
        return before.orElseGet(
                () -> new ChainEnd(snapshot.id() - 1, snapshot.previous().orElse(ChainEnd.NOTHING.hash())));
    }

    /** The one right before it, if that is here. */
    private Optional<ChainEnd> neighbour(ChainEnd end) {
        long number = snapshot.id() - 1;
        if (number == end.number()) {
            return Optional.of(end);
        }
        Optional<ChainEnd> here = number > end.number()
                ? Optional.empty()
                : find(number).map(stored -> stored.entry().end());
        return here.or(() -> number == 0 ? Optional.of(ChainEnd.NOTHING) : Optional.empty());
    }

    private void requireNamed(ChainEnd before) {
        if (snapshot.previous().filter(hash -> !hash.equals(before.hash())).isPresent()) {
            throw snapshot.line()
                    .problem("'previous' is not the hash of checkpoint " + before.number() + " of " + state.name());
        }
    }

    /** What follows {@code added} here, if something does, has to be what was recorded after it. */
    void requireFits(Checkpoint added) {
        Optional<Hash> named = find(added.number() + 1).flatMap(StoredCheckpoint::brokenOff);
        if (named.filter(hash -> !hash.equals(added.hash())).isPresent()) {
            throw snapshot.line()
                    .problem("checkpoint " + (added.number() + 1) + " of " + state.name()
                            + ", which is there already, was recorded after another one than this");
        }
    }

    private Optional<StoredCheckpoint> find(long number) {
        return checkpoints.find(state.id(), number);
    }
}

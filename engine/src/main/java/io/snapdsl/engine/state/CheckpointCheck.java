package io.snapdsl.engine.state;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.store.Checkpoints;
import java.util.Optional;

/**
 * Tells whether checkpoints are what was recorded: entry, state, place in the chain. It remembers the last one, so that a
 * chain is checked in its order without reading anything twice. For one thread.
 */
public final class CheckpointCheck {
    private final Checkpoints checkpoints;
    private final StateReader reader;
    private Optional<StoredCheckpoint> last = Optional.empty();

    public CheckpointCheck(Checkpoints checkpoints, ContentReader content) {
        this.checkpoints = checkpoints;
        this.reader = new StateReader(checkpoints, content);
    }

    /** @throws SnapdslException {@code DAMAGED} if it is not what was recorded */
    public Restored require(StoredCheckpoint checkpoint) {
        try {
            return read(checkpoint);
        } catch (DamagedContentException e) {
            throw new SnapdslException(
                    ErrorCode.DAMAGED,
                    "Checkpoint " + checkpoint.entry().number() + " of "
                            + checkpoint.entry().state() + " is not what was recorded: " + e.getMessage() + ".",
                    "'snapdsl verify' lists all damage. An older checkpoint may still be whole; to go on from it, checkpoint"
                            + " it as a state of another name.",
                    e);
        }
    }

    /** @throws DamagedContentException if it is not what was recorded; the message says in what way */
    public Restored read(StoredCheckpoint checkpoint) {
        Optional<StoredCheckpoint> before = before(checkpoint.entry());
        last = Optional.of(checkpoint);
        // What was before it when it was stored is what it is packed by: a gap may have been filled since.
        Optional<Packed> base =
                checkpoint.brokenOff().isPresent() ? Optional.empty() : before.map(StoredCheckpoint::packed);
        if (!StatePacking.mayFollow(base, checkpoint.packed())) {
            throw new DamagedContentException("it is not kept in the way its place in the chain asks for");
        }
        Hash previous = previous(before, checkpoint);
        Restored restored = new Restored(checkpoint.entry(), previous, reader.read(checkpoint));
        if (!checkpoint.entry().follows(previous, restored.state().hash())) {
            throw new DamagedContentException("its entry, its state or what it follows was altered");
        }
        return restored;
    }

    private Optional<StoredCheckpoint> before(Checkpoint entry) {
        long number = entry.number() - 1;
        return last.filter(known -> known.entry().subject().equals(entry.subject())
                        && known.entry().number() == number)
                .or(() -> checkpoints.find(entry.subject(), number));
    }

    private static Hash previous(Optional<StoredCheckpoint> before, StoredCheckpoint checkpoint) {
        Optional<Hash> found = before.map(known -> known.entry().hash());
        if (found.isPresent()
                && checkpoint
                        .brokenOff()
                        .filter(named -> !named.equals(found.get()))
                        .isPresent()) {
            throw new DamagedContentException("it is said to follow another one than is there");
        }
        if (checkpoint.entry().number() == 1 && checkpoint.brokenOff().equals(Optional.of(ChainEnd.NOTHING.hash()))) {
            throw new DamagedContentException("it is said to be broken off, and is the first");
        }
        if (found.or(checkpoint::brokenOff).isEmpty() && checkpoint.entry().number() != 1) {
            throw new DamagedContentException("the one before it is missing");
        }
        return found.or(checkpoint::brokenOff).orElse(ChainEnd.NOTHING.hash());
    }
}

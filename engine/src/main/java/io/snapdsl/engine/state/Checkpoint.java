package io.snapdsl.engine.state;

import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.SubjectId;
import java.time.Instant;

/**
 * An entry of a state's chain; what the state was is beside it ({@link StoredCheckpoint}).
 *
 * @param state the state's name
 * @param number 1, 2, 3… in the order in which they were recorded
 * @param session the agent run it belongs to, or empty
 * @param clock the logical time: the clock of its event in the session; without one, one more than the checkpoint before
 * @param hash of everything here, the state, and the hash of the checkpoint before it. A state's id in its store is not
 *     part of it, so a chain can be taken elsewhere
 */
public record Checkpoint(
        SubjectId subject,
        String state,
        long number,
        String label,
        String session,
        long clock,
        Instant time,
        Hash hash) {
    private static final int FORMAT = 1;

    /** The rule by which checkpoints follow each other. */
    public static Checkpoint after(ChainEnd end, CheckpointDraft draft, long clock) {
        Checkpoint unnamed = new Checkpoint(
                draft.state().id(),
                draft.state().name(),
                end.number() + 1,
                draft.label(),
                draft.session(),
                clock,
                draft.time(),
                end.hash());
        return unnamed.named(unnamed.identify(end.hash(), draft.json().hash()));
    }

    /** Whether it is what was recorded after {@code previous}, for the state with the hash {@code json}. */
    public boolean follows(Hash previous, Hash json) {
        return identify(previous, json).equals(hash);
    }

    /** The first half of its hash: enough to tell it from any other, and half as long in every event that names it. */
    public String mark() {
        return hash.hex().substring(0, Hash.BYTES);
    }

    public ChainEnd end() {
        return new ChainEnd(number, hash);
    }

    private Checkpoint named(Hash name) {
        return new Checkpoint(subject, state, number, label, session, clock, time, name);
    }

    private Hash identify(Hash previous, Hash json) {
        return Hash.of(new ByteWriter()
                .text("checkpoint")
                .u8(FORMAT)
                .hash(previous)
                .text(state)
                .varint(number)
                .text(label)
                .text(session)
                .varint(clock)
                .instant(time)
                .hash(json)
                .toByteArray());
    }
}

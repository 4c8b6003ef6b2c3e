package io.snapdsl.engine.event;

import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;

/**
 * An entry of a session's log.
 *
 * @param clock the logical time: 1, 2, 3… in the order in which they were recorded
 * @param hash of everything here and the hash of the event before it
 */
public record Event(String session, long clock, EventDraft what, Hash hash) {
    private static final int FORMAT = 1;

    /** The rule by which events follow each other. */
    public static Event after(ChainEnd end, String session, EventDraft what) {
        long clock = end.number() + 1;
        return new Event(session, clock, what, identify(session, clock, what, end.hash()));
    }

    /** Whether it is what was recorded after {@code previous}. */
    public boolean follows(Hash previous) {
        return identify(session, clock, what, previous).equals(hash);
    }

    /** Whether it was recorded as the first event of {@code name}, whatever session it is said to be of. */
    public boolean isFirstOf(String name) {
        return identify(name, clock, what, ChainEnd.NOTHING.hash()).equals(hash);
    }

    public ChainEnd end() {
        return new ChainEnd(clock, hash);
    }

    private static Hash identify(String session, long clock, EventDraft what, Hash previous) {
        return Hash.of(new ByteWriter()
                .text("event")
                .u8(FORMAT)
                .hash(previous)
                .text(session)
                .varint(clock)
                .instant(what.time())
                .text(what.type())
                .bytes(what.details().bytes())
                .text(what.capability())
                .text(what.cause())
                .text(what.result())
                .toByteArray());
    }
}

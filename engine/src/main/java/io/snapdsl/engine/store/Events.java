package io.snapdsl.engine.store;

import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.ChainEnd;
import java.util.List;

/** What happened in each session, in the order of its logical clock. Nothing here is ever changed or deleted. */
public interface Events {
    /**
     * Appends {@code drafts} in their order, all or none, on the disk when this returns. Any number of processes may do so
     * at once: each gets the next free times. A session that nobody has started starts with it.
     */
    List<Event> append(String session, List<EventDraft> drafts);

    /** At most {@code limit} events later than {@code clock}, oldest first. */
    List<Event> page(String session, long clock, int limit);

    /** The last event, as it was noted when it was appended: what has gone missing since shows. */
    ChainEnd end(String session);

    /** Whether it came from another store: the snapshots that its events name may be there only. */
    boolean isBroughtIn(String session);

    /** The sessions that have events, by name. */
    List<String> sessions();
}

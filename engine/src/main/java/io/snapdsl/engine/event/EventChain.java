package io.snapdsl.engine.event;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.store.Events;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads a session's events in their order, as many as memory bears at a time, and looks at each link of their chain. */
public final class EventChain {
    private static final int PAGE = 1000;

    private final Events events;
    private final String session;

    public EventChain(Events events, String session) {
        this.events = events;
        this.session = session;
    }

    /**
     * Hands over the events later than {@code start} and not later than {@code until}.
     *
     * @throws BrokenEventException at the first event that is not what was recorded, or is missing
     */
    public void forEach(long start, long until, Consumer<Event> action) {
        ChainEnd noted = events.end(session);
        ChainEnd last = start == 0 ? ChainEnd.NOTHING : new ChainEnd(start, hashOf(start));
        long end = Math.min(until, noted.number());
        while (last.number() < end) {
            List<Event> page = page(last.number());
            if (page.isEmpty()) {
                throw missing(last.number() + 1, noted);
            }
            for (Event event : page) {
                if (last.number() == end) {
                    break;
                }
                requireNext(last, event);
                action.accept(event);
                last = event.end();
            }
        }
        if (until >= noted.number()) {
            requireEnd(last, noted);
        }
    }

    /**
     * Looks at the last event and the one before it, no further: {@code verify} looks at all.
     *
     * @throws SnapdslException if nothing can be appended with a good conscience
     */
    public void requireSoundEnd() {
        long last = events.end(session).number();
        try {
            forEach(Math.max(0, last - 1), last, event -> {});
        } catch (BrokenEventException e) {
            throw new SnapdslException(
                    ErrorCode.DAMAGED,
                    "The events of " + session + " are broken at their end, so nothing can follow them: event "
                            + e.clock() + ": " + e.getMessage() + ".",
                    "'snapdsl verify' lists all damage. To go on, use a session of another name.",
                    e);
        }
    }

    private void requireNext(ChainEnd last, Event event) {
        long expected = last.number() + 1;
        if (event.clock() != expected) {
            throw new BrokenEventException(expected, "it is missing: " + event.clock() + " comes next");
        }
        if (!event.follows(last.hash())) {
            throw new BrokenEventException(expected, "it was altered, or what it follows");
        }
    }

    private void requireEnd(ChainEnd last, ChainEnd noted) {
        Optional<Event> surplus =
                events.page(session, noted.number(), 1).stream().findFirst();
        // The session may go on meanwhile: but whoever adds an event notes it too.
        if (surplus.isPresent() && events.end(session).equals(noted)) {
            throw new BrokenEventException(
                    surplus.get().clock(), "it is there, but " + noted.number() + " was noted as the last");
        }
        if (!last.hash().equals(noted.hash())) {
            throw new BrokenEventException(last.number(), "it is not the one that was noted as the last");
        }
    }

    private static BrokenEventException missing(long clock, ChainEnd noted) {
        return new BrokenEventException(clock, "it is missing: " + noted.number() + " was noted as the last");
    }

    private Hash hashOf(long clock) {
        return single(clock - 1).stream()
                .filter(event -> event.clock() == clock)
                .findFirst()
                .orElseThrow(() -> new BrokenEventException(clock, "it is missing"))
                .hash();
    }

    /** One that can't be read hides all that were asked for with it: then they are asked for one by one. */
    private List<Event> page(long after) {
        try {
            return events.page(session, after, PAGE);
        } catch (DamagedContentException e) {
            return single(after);
        }
    }

    private List<Event> single(long after) {
        try {
            return events.page(session, after, 1);
        } catch (DamagedContentException e) {
            throw new BrokenEventException(after + 1, "it can't be read: " + e.getMessage(), e);
        }
    }
}

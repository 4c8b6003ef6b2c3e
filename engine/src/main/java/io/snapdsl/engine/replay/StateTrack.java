package io.snapdsl.engine.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.event.BrokenEventException;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.InvalidJsonException;
import io.snapdsl.engine.state.CheckpointCheck;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.StateEnd;
import io.snapdsl.engine.state.StoredCheckpoint;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One state on its way through a session: its checkpoints, read ahead, and what the events make of it. */
final class StateTrack {
    private static final int AHEAD = 100;

    private final SnapshotStore store;
    private final State state;
    private final CheckpointCheck check;
    private final Map<String, Reducer> reducers;
    private final Deque<StoredCheckpoint> ahead = new ArrayDeque<>();
    private Optional<JsonNode> computed = Optional.empty();
    private long lastClock;

    StateTrack(SnapshotStore store, State state, Map<String, Reducer> reducers) {
        this.store = store;
        this.state = state;
        this.check = new CheckpointCheck(store.checkpoints(), ContentReader.strict(store.content()));
        this.reducers = reducers;
    }

    /**
     * @param clock the event that it is asked for
     * @throws DamagedContentException if it is not there as it was recorded
     */
    Restored checkpoint(long number, long clock) {
        lastClock = clock;
        while (!ahead.isEmpty() && ahead.getFirst().entry().number() < number) {
            ahead.removeFirst();
        }
        if (ahead.isEmpty() || ahead.getFirst().entry().number() > number) {
            ahead.clear();
            ahead.addAll(page(number));
        }
        if (ahead.isEmpty() || ahead.getFirst().entry().number() != number) {
            throw new DamagedContentException("it is missing");
        }
        return check.read(ahead.removeFirst());
    }

    /** One that can't be read hides all that were asked for with it: then they are asked for one by one. */
    private List<StoredCheckpoint> page(long number) {
        try {
            return store.checkpoints().page(state.id(), number, AHEAD);
        } catch (DamagedContentException e) {
            return store.checkpoints().page(state.id(), number, 1);
        }
    }

    /** Whether it stayed behind when sessions were brought in: then what comes next was broken off. */
    boolean isElsewhere(long number) {
        try {
            return store.checkpoints().page(state.id(), number, 1).stream()
                    .anyMatch(next ->
                            next.entry().number() > number && next.brokenOff().isPresent());
        } catch (DamagedContentException e) {
            return false; // It is here, and can't be read.
        }
    }

    /** The chain has to end where it was noted to: else something that followed was taken away, or the note was altered. */
    void requireEnd() {
        StateEnd end = StateEnd.of(store.checkpoints(), state);
        if (!end.isSound()) {
            throw new BrokenEventException(
                    lastClock,
                    "the checkpoints of " + state.name() + " end with "
                            + end.found().number()
                            + ", but another end was noted");
        }
    }

    /** A log whose last events were taken away looks whole, if what was noted of its end was altered too. */
    void requireEvents(String session) {
        store.checkpoints()
                .newest(state.id(), entry -> entry.session().equals(session))
                .filter(last -> last.clock() > store.events().end(session).number())
                .ifPresent(last -> {
                    throw new BrokenEventException(
                            last.clock(),
                            "it is missing: checkpoint " + last.number() + " of " + state.name() + " was made with it");
                });
    }

    boolean isComputed() {
        return !reducers.isEmpty();
    }

    /** From here on the events decide. */
    void startFrom(CanonicalJson recorded) {
        computed = Optional.of(recorded.node());
    }

    void apply(Event event) {
        Reducer reducer = reducers.get(event.what().type());
        if (reducer != null && computed.isPresent()) {
            try {
                computed = Optional.of(reducer.apply(computed.get(), event));
            } catch (FailedRuleException e) {
                throw stopped(event.clock(), "the rule for '" + event.what().type() + "' failed: " + e.getMessage());
            }
        }
    }

    /**
     * What the events have made of it, once there is something to start from.
     *
     * @param clock the event that it is asked for
     */
    Optional<CanonicalJson> computed(long clock) {
        try {
            return computed.map(CanonicalJson::of);
        } catch (InvalidJsonException e) {
            throw stopped(clock, "what the rules have made of it can't be kept: " + e.problem());
        }
    }

    private StoppedException stopped(long clock, String problem) {
        return new StoppedException(Finding.failure(clock, state.name() + ": " + problem));
    }
}

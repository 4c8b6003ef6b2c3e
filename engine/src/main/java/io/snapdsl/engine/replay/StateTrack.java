package io.snapdsl.engine.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.state.CheckpointCheck;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.StoredCheckpoint;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/** One state on its way through a session: its checkpoints, read ahead, and what the events make of it. */
final class StateTrack {
    private static final int AHEAD = 100;

    private final SnapshotStore store;
    private final SubjectId state;
    private final CheckpointCheck check;
    private final Map<String, Reducer> reducers;
    private final Deque<StoredCheckpoint> ahead = new ArrayDeque<>();
    private Optional<JsonNode> computed = Optional.empty();

    StateTrack(SnapshotStore store, SubjectId state, Map<String, Reducer> reducers) {
        this.store = store;
        this.state = state;
        this.check = new CheckpointCheck(store.checkpoints(), store.content());
        this.reducers = reducers;
    }

    /** @throws DamagedContentException if it is not there as it was recorded */
    Restored checkpoint(long number) {
        while (!ahead.isEmpty() && ahead.getFirst().entry().number() < number) {
            ahead.removeFirst();
        }
        if (ahead.isEmpty() || ahead.getFirst().entry().number() > number) {
            ahead.clear();
            ahead.addAll(store.checkpoints().page(state, number, AHEAD));
        }
        if (ahead.isEmpty() || ahead.getFirst().entry().number() != number) {
            throw new DamagedContentException("it is missing");
        }
        return check.read(ahead.removeFirst());
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
            computed = Optional.of(reducer.apply(computed.get(), event));
        }
    }

    /** What the events have made of it, once there is something to start from. */
    Optional<CanonicalJson> computed() {
        return computed.map(CanonicalJson::of);
    }
}

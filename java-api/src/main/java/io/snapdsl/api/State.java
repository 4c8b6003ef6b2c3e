package io.snapdsl.api;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What an agent knows, as JSON: a chain of checkpoints, of which none is ever changed. */
public final class State {
    /**
     * One entry of the chain.
     *
     * @param number 1, 2, 3… in the order in which they were recorded
     * @param session the agent's run it belongs to, or empty
     * @param json the value, in canonical form: names sorted, no white space
     */
    public record Checkpoint(long number, String label, String session, Instant time, String json) {
        private static Checkpoint of(io.snapdsl.engine.state.Checkpoint entry, CanonicalJson json) {
            return new Checkpoint(entry.number(), entry.label(), entry.session(), entry.time(), json.toString());
        }

        private static Checkpoint of(Restored restored) {
            return of(restored.checkpoint(), restored.state());
        }
    }

    private final SnapshotStore store;
    private final States states;
    private final Subject.State subject;

    State(SnapshotStore store, States states, Subject.State subject) {
        this.store = store;
        this.states = states;
        this.subject = subject;
    }

    public String name() {
        return subject.name();
    }

    /**
     * Adds a checkpoint; it is on the disk when this returns.
     *
     * @param session the agent's run it belongs to, or empty
     */
    public Checkpoint checkpoint(String label, String session, String json) {
        CanonicalJson value = CanonicalJson.parse(json);
        return Checkpoint.of(states.checkpoint(subject, label, session, value), value);
    }

    public Optional<Checkpoint> latest() {
        return states.latest(subject).map(Checkpoint::of);
    }

    /** What it was then, checked to be what was recorded. */
    public Checkpoint at(long number) {
        return Checkpoint.of(states.restore(subject, number));
    }

    /** At most {@code limit} with a number below {@code before}, newest first. */
    public List<Checkpoint> before(long before, int limit) {
        return store.checkpoints().entries(subject.id(), before, limit).stream()
                .map(entry -> at(entry.number()))
                .toList();
    }

    /** Makes what it was then the current one again, as a new checkpoint. */
    public Checkpoint rollback(long number, String session) {
        return at(states.rollback(subject, number, session).number());
    }
}

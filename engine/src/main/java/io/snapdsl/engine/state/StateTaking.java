package io.snapdsl.engine.state;

import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/** Takes a state: its newest checkpoint, or a new one of what is in its file. */
public final class StateTaking implements Taking {
    private final State state;
    private final Note note;
    private final States states;
    private final Function<StateFile, Optional<CanonicalJson>> reading;
    private final boolean tellsAbsence;
    private Optional<Restored> newest = Optional.empty();
    private Optional<CanonicalJson> inFile = Optional.empty();

    /**
     * @param note its goal becomes the checkpoint's label
     * @param reading what to make of its file, if it has one
     */
    public StateTaking(
            SnapshotStore store,
            Clock clock,
            State state,
            Note note,
            Function<StateFile, Optional<CanonicalJson>> reading) {
        this(new States(store, clock), state, note, reading, false);
    }

    private StateTaking(
            States states,
            State state,
            Note note,
            Function<StateFile, Optional<CanonicalJson>> reading,
            boolean tellsAbsence) {
        this.states = states;
        this.state = state;
        this.note = note;
        this.reading = reading;
        this.tellsAbsence = tellsAbsence;
    }

    /** As it is now, for going back to: that its file is not there, or no JSON, is a part of it. */
    public static StateTaking remains(SnapshotStore store, Clock clock, State state, Note note) {
        return new StateTaking(new States(store, clock), state, note, StateFile::readIfValid, true);
    }

    @Override
    public State subject() {
        return state;
    }

    @Override
    public void begin() {}

    @Override
    public void capture() {
        inFile = state.file().flatMap(file -> reading.apply(new StateFile(state.name(), file)));
        newest = states.latest(state);
    }

    @Override
    public Draft draft() {
        Optional<CanonicalJson> changed = inFile.filter(json ->
                newest.filter(checkpoint -> checkpoint.state().equals(json)).isEmpty());
        if (changed.isPresent()) {
            return new Draft.Checkpointed(states.draft(state, note.goal(), note.session(), changed.get()));
        }
        // A state whose file is gone is not what its newest checkpoint says.
        boolean isThere = state.file().isEmpty() || inFile.isPresent();
        if (!isThere && tellsAbsence) {
            return new Draft.Unchanged(new Part.Absent(state.id(), state.name()));
        }
        return newest.filter(checkpoint -> isThere)
                .<Draft>map(checkpoint -> new Draft.Unchanged(Part.OfCheckpoint.of(checkpoint.checkpoint(), false)))
                .orElseGet(Draft.Nothing::new);
    }
}

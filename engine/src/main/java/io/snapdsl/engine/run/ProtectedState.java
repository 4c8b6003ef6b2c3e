package io.snapdsl.engine.run;

import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.state.StateFile;
import io.snapdsl.engine.state.StateTaking;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** An agent's state: what it has handed over last, or what is in the file that the policy names. */
record ProtectedState(Declared.State declared, SnapshotStore store, Clock clock) implements ProtectedSubject {
    @Override
    public Optional<Subject> known() {
        return states().find(declared.name()).map(Subject.class::cast);
    }

    @Override
    public State registered() {
        State state = states().register(declared.name());
        Optional<Path> file = declared.file().filter(wanted -> !state.file().equals(declared.file()));
        file.ifPresent(moved -> store.subjects().relocate(state.id(), moved));
        return file.isPresent() ? new State(state.id(), state.name(), file) : state;
    }

    /** A state that has not changed is never worth another checkpoint. */
    @Override
    public Taking taking(Note note, boolean always) {
        return new StateTaking(store, clock, registered(), note, StateFile::read);
    }

    @Override
    public Optional<OtherName> otherName() {
        return Optional.empty();
    }

    private States states() {
        return new States(store, clock);
    }
}

package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.policy.Declared;
import java.util.Optional;

/** An agent's state, which can be declared but not taken yet. */
record ProtectedState(Declared.State declared) implements ProtectedSubject {
    @Override
    public Optional<Subject> known() {
        return Optional.empty();
    }

    @Override
    public Subject registered() {
        throw new SnapdslException(
                ErrorCode.UNKNOWN_SUBJECT,
                "'" + declared.name() + "' is a state, and only workspaces and containers can be protected yet.",
                "Take it out of the policy until states are supported.");
    }

    @Override
    public Optional<Snapshot> record(Note note, boolean always) {
        throw new IllegalStateException(declared.name() + " can't be registered");
    }

    @Override
    public Optional<OtherName> otherName() {
        return Optional.empty();
    }
}

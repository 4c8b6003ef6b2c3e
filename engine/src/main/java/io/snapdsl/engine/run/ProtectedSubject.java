package io.snapdsl.engine.run;

import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.moment.Taking;
import java.util.Optional;

/** A subject that a policy declares: all that a run does with one, whatever kind it is of. */
sealed interface ProtectedSubject permits ProtectedWorkspace, ProtectedContainer, ProtectedState {
    /** As the store knows it, changing nothing: empty for one that is not registered. */
    Optional<Subject> known();

    /** Registered and set up as declared. */
    Subject registered();

    /**
     * To be called once it is registered.
     *
     * @param always whether a snapshot is taken even if nothing has changed
     */
    Taking taking(Note note, boolean always);

    /** The name that it has in the store, or will get there, if that is not the one in the policy. */
    Optional<OtherName> otherName();
}

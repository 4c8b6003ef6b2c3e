package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The agent's run that a plan means: one for all its subjects, the last one started of those that have left something of
 * any of them. One of each subject's own would take older runs back too, and what people did since.
 */
final class LastRun {
    private static final Comparator<AgentSession> OLDEST_FIRST =
            Comparator.comparing(AgentSession::started).thenComparing(AgentSession::id, Comparator.reverseOrder());

    private final SnapshotStore store;
    private final List<Subject> subjects;
    private Optional<AgentSession> found = Optional.empty();

    private LastRun(SnapshotStore store, List<Subject> subjects) {
        this.store = store;
        this.subjects = subjects;
    }

    static LastRun among(Collection<Subject> subjects, SnapshotStore store) {
        return new LastRun(store, List.copyOf(subjects));
    }

    /** The same whenever it is asked for, though another may have begun meanwhile. */
    AgentSession find() {
        if (found.isEmpty()) {
            found = Optional.of(newest());
        }
        return found.get();
    }

    private AgentSession newest() {
        return subjects.stream()
                .flatMap(subject -> of(subject).stream())
                .max(OLDEST_FIRST)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SESSION,
                        "Nothing that was kept of " + names() + " belongs to an agent's run.",
                        "'snapdsl session list' lists the runs; 'snapdsl snap --session NAME' makes a snapshot part of one,"
                                + " 'snapdsl state checkpoint --session NAME' a checkpoint."));
    }

    private Optional<AgentSession> of(Subject subject) {
        return subject instanceof State state
                ? store.checkpoints()
                        .newest(state.id(), entry -> !entry.session().isEmpty())
                        .flatMap(entry -> store.sessions().find(entry.session()))
                : store.sessions().newestIn(subject.id());
    }

    private String names() {
        return subjects.stream().map(Subject::name).collect(Collectors.joining(", "));
    }
}

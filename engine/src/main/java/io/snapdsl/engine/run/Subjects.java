package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.moment.MomentRecorder;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.store.SnapshotStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** The subjects that policies declare, as the store knows them, and their snapshots. */
final class Subjects {
    /** These mark a point in time, which is worth a snapshot even if nothing has changed since the one before. */
    private static final Set<Trigger> MARKS = Set.of(Trigger.MANUAL, Trigger.RUN_START, Trigger.RUN_END);

    private final SnapshotStore store;
    private final Workspaces workspaces;
    private final Function<Workspace, Capturing> capturing;
    private final ContainerEngine engine;
    private final Clock clock;
    private final Progress progress;
    private final Set<Declared> named = ConcurrentHashMap.newKeySet();

    /** @param capturing the way to capture a workspace */
    Subjects(
            SnapshotStore store,
            Workspaces workspaces,
            Function<Workspace, Capturing> capturing,
            ContainerEngine engine,
            Clock clock,
            Progress progress) {
        this.store = store;
        this.workspaces = workspaces;
        this.capturing = capturing;
        this.engine = engine;
        this.clock = clock;
        this.progress = progress;
    }

    ProtectedSubject of(Declared declared) {
        if (declared instanceof Declared.Workspace workspace) {
            return new ProtectedWorkspace(workspace, store, workspaces, capturing, clock);
        } else if (declared instanceof Declared.Container container) {
            return new ProtectedContainer(container, store, engine, clock, progress);
        }
        return new ProtectedState((Declared.State) declared, store, clock);
    }

    /**
     * What a script says of the workspaces that it protects holds for every command and agent as soon as it runs, not only
     * after the first snapshot that it takes.
     *
     * @param troubled is told why one could not be set up
     * @return whether all could
     */
    boolean setUp(PolicyFile file, Consumer<RuntimeException> troubled) {
        boolean well = true;
        for (Declared declared : file.subjects()) {
            try {
                if (declared instanceof Declared.Workspace && isProtected(declared, file)) {
                    of(declared).registered();
                }
            } catch (RuntimeException e) {
                if (!isToldWhenTaken(e)) {
                    troubled.accept(e);
                    well = false;
                }
            }
        }
        return well;
    }

    private static boolean isProtected(Declared declared, PolicyFile file) {
        return file.policies().stream().anyMatch(policy -> policy.subjects().contains(declared));
    }

    /** Where no workspace can be there is nothing that could be set up: the policy's next snapshot fails for that. */
    private static boolean isToldWhenTaken(RuntimeException failure) {
        return failure instanceof SnapdslException known
                && (known.code() == ErrorCode.NOT_A_DIRECTORY || known.code() == ErrorCode.UNSAFE_WORKSPACE);
    }

    /** @param recognised is told each subject before it is looked at */
    JointTaking jointly(BiConsumer<Declared, Subject> recognised) {
        return new JointTaking(this, new MomentRecorder(store, clock), recognised);
    }

    /** As {@link ProtectedSubject#otherName}, but each only once: it need not be said again and again. */
    Optional<OtherName> newOtherName(Declared declared) {
        return named.add(declared) ? of(declared).otherName() : Optional.empty();
    }

    /** As {@link ProtectedSubject#known}. */
    Optional<Subject> known(Declared declared) {
        return of(declared).known();
    }

    /** When its newest snapshot was taken, or its newest checkpoint, by whomever. */
    Optional<Instant> newest(Declared declared) {
        return known(declared)
                .flatMap(subject -> subject instanceof State
                        ? store.checkpoints()
                                .latest(subject.id())
                                .map(checkpoint -> checkpoint.entry().time())
                        : store.catalog()
                                .head(subject.id())
                                .filter(head -> !head.isRemoved())
                                .map(head -> head.facts().time()));
    }

    /** For the audit log. Where even that fails, say because the disk is full, whoever runs us has been told all the same. */
    void recordFailure(Declared declared, Policy policy, When trigger, Exception failure) {
        try {
            String why = Optional.ofNullable(failure.getMessage())
                    .orElse(failure.getClass().getSimpleName());
            String detail = "policy " + policy.name() + ", " + trigger.words() + ": " + declared.name() + ": " + why;
            store.auditLog()
                    .record(new Operation(
                            clock.instant(),
                            "snapshot-failed",
                            known(declared).map(Subject::id),
                            Optional.empty(),
                            detail));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    boolean protects(Policy policy, SubjectId subject) {
        return policy.subjects().stream()
                .flatMap(declared -> known(declared).stream())
                .anyMatch(known -> known.id().equals(subject));
    }

    /**
     * Whether an agent's run may touch what the policy protects. One that was started in no workspace may touch anything; and
     * where an agent is started says nothing about containers and states.
     *
     * @param session empty if it is about none
     */
    boolean concerns(Policy policy, String session) {
        Set<SubjectId> places = store.sessions().places(session);
        boolean hasWorkspaces = policy.subjects().stream().anyMatch(Declared.Workspace.class::isInstance);
        return places.isEmpty()
                || !hasWorkspaces
                || policy.subjects().stream()
                        .anyMatch(declared -> places.stream().anyMatch(place -> isAt(declared, place)));
    }

    /** Of two workspaces one of which is inside of the other, who works in one may touch the other. */
    private boolean isAt(Declared declared, SubjectId place) {
        if (declared instanceof Declared.Workspace workspace
                && store.subjects().find(place).orElseThrow() instanceof Workspace other) {
            Path directory = known(declared)
                    .map(known -> ((Workspace) known).directory())
                    .orElse(workspace.directory());
            return directory.startsWith(other.directory()) || other.directory().startsWith(directory);
        }
        return known(declared).filter(known -> known.id().equals(place)).isPresent();
    }

    /** @param isWanted whether the trigger is for this one: only then may it be worth a snapshot that nothing has changed */
    Taking taking(Declared declared, Note note, boolean isWanted) {
        ProtectedSubject subject = of(declared);
        boolean isMark = MARKS.contains(note.trigger()) && !isMarked(subject.registered(), note);
        // What has changed since a run was marked as starting may be the run's own: it was not there before.
        boolean isLate = note.trigger() == Trigger.RUN_START && !isMark;
        return subject.taking(isLate ? note.ofNobody() : note, isWanted && isMark);
    }

    /**
     * The command that starts or ends an agent's run takes snapshots of workspaces by itself, before it returns. And a run
     * that has left a snapshot already can't be marked as starting any more.
     */
    private boolean isMarked(Subject subject, Note note) {
        if (note.session().isEmpty()) {
            return false;
        }
        if (note.trigger() == Trigger.RUN_START) {
            return store.sessions().snapshots(note.session()).stream()
                    .anyMatch(snapshot -> snapshot.subjectId().equals(subject.id()));
        }
        return store.catalog()
                .head(subject.id())
                .map(Snapshot::note)
                .filter(last ->
                        last.trigger() == note.trigger() && last.session().equals(note.session()))
                .isPresent();
    }
}

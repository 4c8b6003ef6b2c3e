package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The subjects that policies declare, as the store knows them, and their snapshots. */
final class Subjects {
    /** These mark a point in time, which is worth a snapshot even if nothing has changed since the one before. */
    private static final Set<Trigger> MARKS = Set.of(Trigger.MANUAL, Trigger.RUN_START, Trigger.RUN_END);

    private final SnapshotStore store;
    private final Workspaces workspaces;
    private final Function<Workspace, Capturing> capturing;
    private final Clock clock;
    private final Set<Declared> named = ConcurrentHashMap.newKeySet();

    /** @param capturing the way to capture a workspace */
    Subjects(SnapshotStore store, Workspaces workspaces, Function<Workspace, Capturing> capturing, Clock clock) {
        this.store = store;
        this.workspaces = workspaces;
        this.capturing = capturing;
        this.clock = clock;
    }

    /** Registered and set up as declared. */
    Workspace workspace(Declared declared) {
        if (declared instanceof Declared.Workspace workspace) {
            return configured(registered(workspace), workspace);
        }
        throw new SnapdslException(
                ErrorCode.UNKNOWN_SUBJECT,
                "'" + declared.name() + "' is no workspace, and only workspaces can be protected yet.",
                "Take it out of the policy until containers and states are supported.");
    }

    private Workspace registered(Declared.Workspace declared) {
        try {
            return workspaces
                    .register(declared.directory(), declared.name(), false)
                    .workspace();
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.NOT_A_DIRECTORY) {
                throw e;
            }
            throw new SnapdslException(
                    e.code(), e.getMessage(), "The next snapshot is taken when the directory is there.", e);
        }
    }

    /** As {@link #otherName}, but each only once: it need not be said again and again. */
    Optional<OtherName> newOtherName(Declared declared) {
        return named.add(declared) ? otherName(declared) : Optional.empty();
    }

    /** The name that the workspace has in the store, or will get there, if that is not the one in the policy. */
    Optional<OtherName> otherName(Declared declared) {
        Optional<Workspace> namesake = workspaces.named(declared.name());
        String name = known(declared)
                .map(Workspace::name)
                .orElseGet(() -> namesake.isPresent() ? freeName(declared.name()) : declared.name());
        return name.equals(declared.name())
                ? Optional.empty()
                : Optional.of(new OtherName(declared.name(), name, namesake.map(Workspace::directory)));
    }

    private String freeName(String taken) {
        return IntStream.iterate(2, number -> number + 1)
                .mapToObj(number -> taken + "-" + number)
                .filter(name -> workspaces.named(name).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private Workspace configured(Workspace known, Declared.Workspace declared) {
        Workspace wanted = asDeclared(known, declared);
        if (wanted.equals(known)) {
            return known;
        }
        Operation operation = new Operation(
                clock.instant(), "configure", Optional.of(known.id()), Optional.empty(), "as a policy declares it");
        if (wanted.unknownChanges() != known.unknownChanges()) {
            store.catalog().setUnknownChanges(known.id(), wanted.unknownChanges(), operation);
        }
        if (!wanted.ignore().equals(known.ignore())) {
            store.catalog().setIgnored(known.id(), wanted.ignore(), operation);
        }
        return wanted;
    }

    private static Workspace asDeclared(Workspace known, Declared.Workspace declared) {
        return new Workspace(
                known.id(),
                known.name(),
                known.directory(),
                known.birth(),
                declared.unknownChanges().orElse(known.unknownChanges()),
                declared.ignore(),
                known.consolidateAbove());
    }

    /** As {@link #workspace}, but changes nothing: empty for one that is not registered. */
    Optional<Workspace> known(Declared declared) {
        return declared instanceof Declared.Workspace workspace
                ? workspaces.at(workspace.directory()).map(known -> asDeclared(known, workspace))
                : Optional.empty();
    }

    /** For the audit log. Where even that fails, say because the disk is full, whoever runs us has been told all the same. */
    void recordFailure(Declared declared, Policy policy, When trigger, Exception failure) {
        try {
            String why = Optional.ofNullable(failure.getMessage())
                    .orElse(failure.getClass().getSimpleName());
            String detail = "policy " + policy.name() + ", " + trigger.words() + ": " + declared.name() + ": " + why;
            store.catalog()
                    .record(new Operation(
                            clock.instant(),
                            "snapshot-failed",
                            known(declared).map(Workspace::id),
                            Optional.empty(),
                            detail));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    boolean protects(Policy policy, SubjectId subject) {
        return policy.subjects().stream()
                .flatMap(declared -> known(declared).stream())
                .anyMatch(workspace -> workspace.id().equals(subject));
    }

    /** Empty when nothing has changed and the trigger marks no point in time. */
    Optional<Recorded> record(Workspace workspace, Policy policy, When trigger, String session) {
        OperationRecorder recorder = new OperationRecorder(store, capturing.apply(workspace), clock);
        Note note = Note.of(trigger.trigger(), "", trigger.words(), session).wantedBy(policy.name());
        return MARKS.contains(trigger.trigger()) && !isMarked(workspace, note)
                ? Optional.of(recorder.record(workspace, note, false))
                : recorder.recordIfChanged(workspace, note);
    }

    /** The command that starts or ends an agent's run takes a snapshot by itself, before it returns. */
    private boolean isMarked(Workspace workspace, Note note) {
        return !note.session().isEmpty()
                && store.catalog()
                        .head(workspace.id())
                        .map(Snapshot::note)
                        .filter(last -> last.trigger() == note.trigger()
                                && last.session().equals(note.session()))
                        .isPresent();
    }
}

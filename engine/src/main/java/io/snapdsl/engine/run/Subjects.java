package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The subjects that policies declare, as the store knows them, and their snapshots. */
final class Subjects {
    /** These mark a point in time, which is worth a snapshot even if nothing has changed since the one before. */
    private static final Set<Trigger> MARKS = Set.of(Trigger.MANUAL, Trigger.RUN_START, Trigger.RUN_END);

    private final SnapshotStore store;
    private final Workspaces workspaces;
    private final Function<Workspace, Capturing> capturing;
    private final Clock clock;

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
            return configured(
                    workspaces
                            .register(workspace.directory(), workspace.name(), false)
                            .workspace(),
                    workspace);
        }
        throw new SnapdslException(
                ErrorCode.UNKNOWN_SUBJECT,
                "'" + declared.name() + "' is no workspace, and only workspaces can be protected yet.",
                "Take it out of the policy until containers and states are supported.");
    }

    private Workspace configured(Workspace known, Declared.Workspace declared) {
        UnknownChanges treatment = declared.unknownChanges().orElse(known.unknownChanges());
        if (treatment == known.unknownChanges() && declared.ignore().equals(known.ignore())) {
            return known;
        }
        Operation operation = new Operation(
                clock.instant(), "configure", Optional.of(known.id()), Optional.empty(), "as a policy declares it");
        if (treatment != known.unknownChanges()) {
            store.catalog().setUnknownChanges(known.id(), treatment, operation);
        }
        if (!declared.ignore().equals(known.ignore())) {
            store.catalog().setIgnored(known.id(), declared.ignore(), operation);
        }
        return workspaces.at(declared.directory()).orElseThrow();
    }

    /** As {@link #workspace}, but changes nothing: empty for one that is not registered. */
    Optional<Workspace> known(Declared declared) {
        return declared instanceof Declared.Workspace workspace
                ? workspaces.at(workspace.directory())
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
        return MARKS.contains(trigger.trigger())
                ? Optional.of(recorder.record(workspace, note, false))
                : recorder.recordIfChanged(workspace, note);
    }
}

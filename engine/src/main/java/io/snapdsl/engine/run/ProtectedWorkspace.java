package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.continuity.WorkspaceTaking;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A directory that a policy declares.
 *
 * @param capturing the way to capture a workspace
 */
record ProtectedWorkspace(
        Declared.Workspace declared,
        SnapshotStore store,
        Workspaces workspaces,
        Function<Workspace, Capturing> capturing,
        Clock clock)
        implements ProtectedSubject {
    @Override
    public Optional<Subject> known() {
        return workspace().map(Subject.class::cast);
    }

    Optional<Workspace> workspace() {
        return workspaces.at(declared.directory()).map(this::asDeclared);
    }

    @Override
    public Workspace registered() {
        try {
            return configured(workspaces
                    .register(declared.directory(), declared.name(), false)
                    .workspace());
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.NOT_A_DIRECTORY) {
                throw e;
            }
            throw new SnapdslException(
                    e.code(), e.getMessage(), "The next snapshot is taken when the directory is there.", e);
        }
    }

    private Workspace configured(Workspace known) {
        Workspace wanted = asDeclared(known);
        if (wanted.equals(known)) {
            return known;
        }
        Operation operation = new Operation(
                clock.instant(), "configure", Optional.of(known.id()), Optional.empty(), "as a policy declares it");
        if (wanted.unknownChanges() != known.unknownChanges()) {
            store.subjects().setUnknownChanges(known.id(), wanted.unknownChanges(), operation);
        }
        if (!wanted.ignore().equals(known.ignore())) {
            store.subjects().setIgnored(known.id(), wanted.ignore(), operation);
        }
        if (wanted.hookFailure() != known.hookFailure()) {
            store.subjects().setHookFailure(known.id(), wanted.hookFailure(), operation);
        }
        return wanted;
    }

    private Workspace asDeclared(Workspace known) {
        return new Workspace(
                known.id(),
                known.name(),
                known.directory(),
                known.birth(),
                declared.unknownChanges().orElse(known.unknownChanges()),
                declared.ignore(),
                declared.hookFailure().orElse(known.hookFailure()),
                known.consolidateAbove());
    }

    @Override
    public Taking taking(Note note, boolean always) {
        Workspace workspace = registered();
        return new WorkspaceTaking(store, capturing.apply(workspace), clock, workspace, note, always);
    }

    @Override
    public Optional<OtherName> otherName() {
        Optional<Workspace> namesake = workspaces.named(declared.name());
        String name = workspace()
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
}

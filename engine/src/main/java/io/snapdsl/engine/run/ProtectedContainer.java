package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.Consistency;
import io.snapdsl.engine.container.ContainerRecorder;
import io.snapdsl.engine.container.ContainerTaking;
import io.snapdsl.engine.container.Containers;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** A container that a policy declares: whichever has that name in the engine. */
record ProtectedContainer(
        Declared.Container declared, SnapshotStore store, ContainerEngine engine, Clock clock, Progress progress)
        implements ProtectedSubject {
    /** Also when the engine is away: its snapshots are in the store. */
    @Override
    public Optional<Subject> known() {
        List<Container> namesakes = store.subjects().all().stream()
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .filter(container -> container.containerName().equals(declared.name()))
                .toList();
        Optional<Container> here = namesakes.stream()
                .filter(container ->
                        engine.id().filter(container.engine()::equals).isPresent())
                .findFirst();
        // Where several engines have one of that name, only the engine itself tells which is meant.
        boolean isCertain = engine.id().isEmpty() && namesakes.size() == 1;
        return here.or(() -> isCertain ? Optional.of(namesakes.get(0)) : Optional.empty())
                .map(Subject.class::cast);
    }

    @Override
    public Container registered() {
        Containers containers = new Containers(store, engine.runtime());
        try {
            return containers.register(containers.require(declared.name()));
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.UNKNOWN_CONTAINER) {
                throw e;
            }
            throw new SnapdslException(
                    e.code(), e.getMessage(), "A snapshot is taken when it is there and starts. " + e.hint(), e);
        }
    }

    @Override
    public Taking taking(Note note, boolean always) {
        ContainerTaking taking = new ContainerRecorder(store, engine.runtime(), clock, progress)
                .taking(declared.name(), declared.options(), note, always);
        if (declared.options().consistency() instanceof Consistency.Stop) {
            taking.holdWithin(holding -> engine.ownStops().during(declared.name(), holding));
        }
        return taking;
    }

    @Override
    public Optional<OtherName> otherName() {
        return known().map(Subject::name)
                .filter(name -> !name.equals(declared.name()))
                .map(name -> new OtherName(declared.name(), name, Optional.empty()));
    }
}

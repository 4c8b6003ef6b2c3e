package io.snapdsl.engine.container;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.container.ContainerImages.Needed;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.ContainerWork;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Puts right what a process that died has left: containers that are held, half-made ones, images that no snapshot has.
 * Whoever calls holds the subject's lock, so whoever began it is dead.
 */
final class ContainerRecovery {
    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;

    ContainerRecovery(SnapshotStore store, ContainerRuntime runtime, Clock clock, Progress progress) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
    }

    /**
     * Before a container is looked for: one that was left in the middle of something may be found under another name, and
     * what is found under its name may be about to go. Takes the locks.
     */
    void recoverUnfinished(Predicate<Container> meant) {
        List<ContainerWork.Entry> unfinished = store.containerWork().all();
        if (unfinished.isEmpty()) {
            return;
        }
        String engine = runtime.engine().id();
        unfinished.stream()
                .flatMap(entry -> store.subjects().find(entry.subject()).stream())
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .filter(subject -> subject.engine().equals(engine) && meant.test(subject))
                .forEach(subject -> store.locks()
                        .subject(subject.id(), "putting it right")
                        .during(() -> store.locks().usingContent().during(() -> recover(subject))));
    }

    /** With the lock for using content held too. Answers which images went over it. */
    ContainerImages.Sweep recover(Container subject) {
        String owner = Labels.owner(store.id(), subject.id());
        runtime.containers().stream().filter(Helpers.of(owner)).map(Listed::id).forEach(runtime::remove);
        store.containerWork().of(subject.id()).ifPresent(entry -> {
            recover(subject, entry);
            store.containerWork().clear(subject.id());
        });
        return sweep(subject);
    }

    private void recover(Container subject, ContainerWork.Entry entry) {
        switch (entry.step()) {
            case Hold.STEP -> Hold.recover(runtime, entry);
            case RestoreBeside.STEP -> RestoreBeside.recover(runtime, entry);
            case Replacing.STEP -> new Settling(store, runtime, clock, progress).recover(subject, Replacing.of(entry));
            default -> throw new IllegalStateException("unknown step " + entry.step());
        }
    }

    /** Removes the images of this subject that no snapshot needs. */
    ContainerImages.Sweep sweep(Container subject) {
        return needed(subject.id())
                .map(new ContainerImages(runtime, Labels.owner(store.id(), subject.id()))::sweep)
                .orElseGet(() -> new ContainerImages.Sweep(0, List.of()));
    }

    /** What the snapshots that still have their content need; empty if one of them can't be read. */
    Optional<Needed> needed(SubjectId subject) {
        ContainerContent content = new ContainerContent(store.content());
        Needed needed = new Needed(new HashSet<>(), new HashSet<>());
        try {
            store.catalog().forEach(subject, snapshot -> {
                if (isPresent(snapshot)) {
                    needed.files().add(content.manifest(snapshot).image());
                    needed.snapshots().add(snapshot.id().hex());
                }
            });
        } catch (DamagedContentException e) {
            return Optional.empty();
        }
        return Optional.of(needed);
    }

    static boolean isPresent(Snapshot snapshot) {
        return !snapshot.isRemoved() && snapshot.replacedBy().isEmpty();
    }
}

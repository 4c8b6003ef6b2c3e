package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Keeps the engine and the store in step: what is in one because of the other, and what no longer is. */
public final class ContainerSweep {
    /**
     * What was done.
     *
     * @param images how many images the engine is rid of
     * @param inUse which it had to keep, and why
     * @param away why the engine was not reached: no failure, because what is left there goes when it next is
     */
    public record Swept(int images, List<String> inUse, Optional<SnapdslException> away) {}

    /**
     * Something on one side that the other doesn't know.
     *
     * @param subject the container it belongs to
     * @param isRepairable whether {@link #repair} can put it right
     */
    public record Orphan(Container subject, String finding, boolean isRepairable) {}

    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;

    public ContainerSweep(SnapshotStore store, ContainerRuntime runtime, Clock clock) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
    }

    /**
     * After snapshots of {@code removed} subjects were removed: their images go, unless something else needs them. Empty if
     * none of them is a container.
     *
     * @param engine asked only if one is
     */
    public static Optional<Swept> after(
            Collection<SubjectId> removed, SnapshotStore store, Supplier<ContainerRuntime> engine, Clock clock) {
        List<SubjectId> containers = removed.stream()
                .distinct()
                .filter(id -> store.subjects().find(id).orElseThrow() instanceof Container)
                .toList();
        if (containers.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ContainerSweep(store, engine.get(), clock).sweep(containers));
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.NO_CONTAINER_ENGINE) {
                throw e;
            }
            return Optional.of(new Swept(0, List.of(), Optional.of(e)));
        }
    }

    private Swept sweep(Collection<SubjectId> subjects) {
        int images = 0;
        List<String> inUse = new ArrayList<>();
        for (Container subject : here().filter(it -> subjects.contains(it.id())).toList()) {
            ContainerImages.Sweep sweep =
                    locked(subject, recovery(Progress.NONE), recovery -> recovery.recover(subject));
            images += sweep.removed();
            inUse.addAll(sweep.inUse());
        }
        return new Swept(images, inUse, Optional.empty());
    }

    public List<Orphan> orphans() {
        return here().flatMap(this::orphans).toList();
    }

    private Stream<Orphan> orphans(Container subject) {
        List<Orphan> found = new ArrayList<>();
        store.containerWork()
                .of(subject.id())
                .ifPresent(entry -> found.add(new Orphan(
                        subject,
                        "something was begun on " + subject.name() + " and not finished: " + entry.step(),
                        true)));
        String owner = Labels.owner(store.id(), subject.id());
        runtime.containers().stream()
                .filter(Helpers.of(owner))
                .map(Listed::name)
                .forEach(name -> found.add(
                        new Orphan(subject, "a helper container of " + subject.name() + " is left: " + name, true)));
        recovery(Progress.NONE)
                .needed(subject.id())
                .ifPresent(needed -> new ContainerImages(runtime, owner)
                        .orphans(needed)
                        .forEach(image -> found.add(new Orphan(
                                subject,
                                "an image of " + subject.name() + " belongs to no snapshot: " + image,
                                true))));
        ContainerContent content = new ContainerContent(store.content());
        present(subject).forEach(snapshot -> {
            ContainerManifest manifest = content.manifest(snapshot);
            if (runtime.image(manifest.image()).isEmpty()) {
                found.add(new Orphan(
                        subject,
                        "the image of snapshot " + snapshot.id().shortHex() + " of " + subject.name() + " is gone"
                                + (manifest.isPortable()
                                        ? ""
                                        : ": only its volumes can be restored; 'snapdsl rm "
                                                + snapshot.id().shortHex() + "' removes it"),
                        manifest.isPortable()));
            }
        });
        return found.stream();
    }

    /** Puts right what can be. */
    public void repair(Progress progress) {
        here().forEach(subject -> locked(subject, recovery(progress), recovery -> {
            ContainerImages.Sweep sweep = recovery.recover(subject);
            ContainerMaking making = new ContainerMaking(runtime, store.content());
            ContainerContent content = new ContainerContent(store.content());
            present(subject).forEach(snapshot -> {
                ContainerManifest manifest = content.manifest(snapshot);
                if (manifest.isPortable()) {
                    making.requireImage(snapshot, manifest);
                }
            });
            return sweep;
        }));
    }

    private List<Snapshot> present(Container subject) {
        List<Snapshot> present = new ArrayList<>();
        store.catalog().forEach(subject.id(), snapshot -> {
            if (ContainerRecovery.isPresent(snapshot)) {
                present.add(snapshot);
            }
        });
        return present;
    }

    private interface Work {
        ContainerImages.Sweep with(ContainerRecovery recovery);
    }

    private ContainerImages.Sweep locked(Container subject, ContainerRecovery recovery, Work work) {
        return store.locks()
                .subject(subject.id(), "tidying up after it")
                .during(() -> store.locks().usingContent().during(() -> work.with(recovery)));
    }

    private ContainerRecovery recovery(Progress progress) {
        return new ContainerRecovery(store, runtime, clock, progress);
    }

    /** Those that this engine has or had. */
    private Stream<Container> here() {
        String engine = runtime.engine().id();
        return store.subjects().all().stream()
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .filter(subject -> subject.engine().equals(engine));
    }
}

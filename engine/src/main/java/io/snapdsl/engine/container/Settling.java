package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.container.Replacing.Phase;
import io.snapdsl.engine.container.Replacing.Saved;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Brings a change in place to its end, also one whose process died: on to what was wanted once the new container has proved
 * itself, and back to the old one, with its volumes as they were, as long as it has not.
 */
final class Settling {
    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;
    private final Containers containers;

    Settling(SnapshotStore store, ContainerRuntime runtime, Clock clock, Progress progress) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
        this.containers = new Containers(store, runtime);
    }

    /** What to throw: if there is no way back either, whoever reads it must know. */
    RuntimeException rolledBackAfter(RuntimeException failure, Container subject, Replacing change) {
        try {
            List<Snapshot> kept = rollBack(subject, change);
            store.containerWork().clear(subject.id());
            return kept.isEmpty() || !(failure instanceof SnapdslException known) ? failure : saying(kept, known);
        } catch (RuntimeException e) {
            ErrorCode code =
                    failure instanceof SnapdslException known ? known.code() : ErrorCode.CONTAINER_ENGINE_FAILED;
            SnapdslException both = new SnapdslException(
                    code,
                    failure.getMessage() + " And " + change.name() + " can't be put back as it was yet: "
                            + e.getMessage(),
                    "Nothing of it is lost. Put right what stands in the way; then 'snapdsl container snap "
                            + change.name() + "' puts it back first.",
                    failure);
            both.addSuppressed(e);
            return both;
        }
    }

    private static SnapdslException saying(List<Snapshot> kept, SnapdslException failure) {
        String where = kept.stream().map(WrittenMeanwhile::say).collect(Collectors.joining(" "));
        return new SnapdslException(failure.code(), failure.getMessage(), failure.hint() + " " + where, failure);
    }

    /** Where someone has removed the old one by now, there is no way back to it. */
    void recover(Container subject, Replacing change) {
        boolean isThere = runtime.status(change.old()).isPresent();
        if (change.phase() == Phase.PROVEN || !isThere && made(change).isPresent()) {
            finish(subject, change);
        } else if (isThere) {
            rollBack(subject, change)
                    .forEach(kept -> progress.note("The restore of " + change.name()
                            + " that was not finished is taken back. " + WrittenMeanwhile.say(kept)));
        }
    }

    /** Answers what was written meanwhile, and would be gone. */
    private List<Snapshot> rollBack(Container subject, Replacing change) {
        List<Snapshot> kept = new ArrayList<>();
        change.saved().ifPresent(saved -> {
            Inspected old = containers.require(change.old());
            WrittenMeanwhile meanwhile = new WrittenMeanwhile(
                    store, runtime, clock, progress, subject, find(change.source()), find(saved.safety()));
            made(change).map(containers::require).flatMap(meanwhile::inNew).ifPresent(kept::add);
            if (!old.started().equals(saved.started())) {
                meanwhile.inOld(old).ifPresent(kept::add);
                // Should the rest fail, this is not to be kept again each time.
                change.changing(new Saved(saved.safety(), saved.target(), old.started()))
                        .note(store.containerWork(), subject.id());
            }
        });
        made(change).ifPresent(runtime::removeKeepingVolumes);
        change.added().forEach(runtime::removeVolume);
        change.saved().ifPresent(saved -> {
            // An engine that was restarted may have started it again by itself.
            runtime.stop(change.old());
            new VolumesInPlace(store, runtime, progress, subject).bringBack(find(saved.safety()));
            if (!containers.require(change.old()).name().equals(change.name())) {
                runtime.rename(change.old(), change.name());
            }
        });
        revive(change.old(), change.was());
        return kept;
    }

    private void revive(String container, Status was) {
        if (was.isAlive()) {
            runtime.start(container);
        }
        if (was == Status.PAUSED) {
            runtime.pause(container);
        }
    }

    private Optional<String> made(Replacing change) {
        return change.restore()
                .flatMap(label -> runtime.containers().stream()
                        .filter(container -> label.equals(container.labels().get(Labels.RESTORE)))
                        .map(Listed::id)
                        .findFirst());
    }

    /** History says what happened, and then the old one goes. */
    void finish(Container subject, Replacing change) {
        Optional<String> made = made(change);
        Container now = made.map(id -> containers.recognised(subject, containers.require(id)))
                .orElse(subject);
        Snapshot source = find(change.source());
        if (!isPublished(subject, change)) {
            Saved saved = change.saved().orElseThrow();
            Snapshot base = made.isPresent() ? source : find(saved.safety());
            String goal = change.reason()
                    .goal()
                    .orElse((made.isPresent() ? "restored from " : "volumes restored from ")
                            + source.id().shortHex());
            Note note = Note.of(Trigger.RESTORE, "", goal, change.reason().session())
                    .from(source.id());
            new ContainerRecorder(store, runtime, clock, progress).publish(now, base, saved.target(), note);
        }
        Failpoint.reach("container.published");
        if (made.isPresent()) {
            runtime.removeKeepingVolumes(change.old());
        } else {
            revive(change.old(), change.was());
        }
        store.containerWork().clear(subject.id());
    }

    /** By someone who died right after: it is the first one after what was saved. */
    private boolean isPublished(Container subject, Replacing change) {
        return store.catalog()
                .head(subject.id())
                .filter(head -> head.facts().previous().equals(change.saved().map(Saved::safety))
                        && head.note().trigger() == Trigger.RESTORE)
                .isPresent();
    }

    private Snapshot find(SnapshotId id) {
        return store.catalog().find(id).orElseThrow();
    }
}

package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerContent;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRemoval;
import io.snapdsl.engine.container.ContainerRemoval.Removed;
import io.snapdsl.engine.container.ContainerRestore;
import io.snapdsl.engine.container.ContainerRestore.Restored;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.container.Containers;
import io.snapdsl.engine.container.LastRestore;
import io.snapdsl.engine.container.Mount;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.container.RestoreReason;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.plan.PlannedStep.BringContainer;
import io.snapdsl.engine.plan.PlannedStep.RemoveContainer;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.policy.RestorePlan.Mode;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The steps of a plan that are about containers. Their engine is asked only if there are any. */
final class ContainerSteps {
    private final RestorePlan plan;
    private final String session;
    private final SnapshotStore store;
    private final Supplier<ContainerRuntime> engine;
    private final Clock clock;
    private final Progress progress;

    ContainerSteps(
            RestorePlan plan,
            String session,
            SnapshotStore store,
            Supplier<ContainerRuntime> engine,
            Clock clock,
            Progress progress) {
        this.plan = plan;
        this.session = session;
        this.store = store;
        this.engine = engine;
        this.clock = clock;
        this.progress = progress;
    }

    Container subject(Declared.Container declared) {
        return new Containers(store, engine.get())
                .named(declared.name())
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SUBJECT,
                        "The container " + declared.name() + " has no history in this store.",
                        "'snapdsl run' with the policy, or 'snapdsl container snap " + declared.name()
                                + "', takes the first snapshot."));
    }

    /** What {@link #carryOut} would do. */
    ContainerPreview look(BringContainer step) {
        ContainerManifest manifest = new ContainerContent(store.content()).manifest(step.target());
        if (step.mode() == Mode.IN_PLACE) {
            return lookAtVolumes(step, manifest);
        }
        if (!manifest.isPortable() && engine.get().image(manifest.image()).isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.CONTAINER_ENGINE_FAILED,
                    "The engine doesn't have the image of " + step.target().id().shortHex() + " any more.",
                    "Someone removed it. Its volumes can still be restored: mode: inPlace.");
        }
        return step.mode() == Mode.REPLACE
                ? restore("").previewReplacing(step.target())
                : restore("").previewBeside(step.target(), nameIfGone(step));
    }

    private ContainerPreview lookAtVolumes(BringContainer step, ContainerManifest manifest) {
        String name = restore("").present(step.target()).name();
        List<String> titles =
                manifest.captured().stream().map(Mount::title).distinct().toList();
        if (titles.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_VOLUME,
                    "The snapshot " + step.target().id().shortHex() + " has no volumes, and only they are restored in"
                            + " place.",
                    "To have the container itself back, say mode: replace.");
        }
        return new ContainerPreview(
                name,
                List.of(),
                titles.stream()
                        .map(title -> "the volume " + title + " is restored")
                        .toList());
    }

    Restored carryOut(BringContainer step) {
        String goal = "restore " + step.target().id().shortHex();
        return switch (step.mode()) {
            case REPLACE -> restore(goal).replace(step.target(), step.proof());
            case BESIDE -> restore(goal).beside(step.target(), nameIfGone(step));
            case IN_PLACE -> restore(goal).volumes(step.target(), Set.of(), step.selection());
        };
    }

    /** What {@link #carryOut(RemoveContainer)} would do. */
    ContainerPreview look(RemoveContainer step) {
        return removal().preview(step.subject());
    }

    Removed carryOut(RemoveContainer step) {
        return removal().remove(step.subject(), "plan " + plan.name() + ": before it was removed");
    }

    private ContainerRemoval removal() {
        return new ContainerRemoval(store, engine.get(), clock, progress);
    }

    /** It is made anew from what it was, under its own name. */
    Restored rollBack(RemoveContainer step, Snapshot before) {
        return restore("roll back to " + before.id().shortHex())
                .beside(before, Optional.of(step.subject().containerName()));
    }

    /** One that is gone comes back under its own name. */
    private Optional<String> nameIfGone(BringContainer step) {
        return new Containers(store, engine.get()).exists(step.subject())
                ? Optional.empty()
                : Optional.of(step.subject().containerName());
    }

    /** After {@link #carryOut}: the snapshot of what was there before. A copy beside it has taken nothing's place. */
    Optional<Snapshot> before(BringContainer step) {
        return step.mode() == Mode.BESIDE
                ? Optional.empty()
                : LastRestore.before(store.catalog(), step.subject().id());
    }

    /** The same way, to what was there {@code before}: whether that is well is no longer the question. */
    Restored rollBack(BringContainer step, Snapshot before) {
        String goal = "roll back to " + before.id().shortHex();
        return step.mode() == Mode.REPLACE
                ? restore(goal).replace(before, Proof.DEFAULT)
                : restore(goal).volumes(before, Set.of(), step.selection());
    }

    private ContainerRestore restore(String goal) {
        RestoreReason reason = new RestoreReason(Optional.of("plan " + plan.name() + ": " + goal), session);
        return new ContainerRestore(store, engine.get(), clock, progress, reason);
    }
}

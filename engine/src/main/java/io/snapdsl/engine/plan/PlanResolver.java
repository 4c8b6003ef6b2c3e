package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.policy.RestorePlan.Mode;
import io.snapdsl.engine.policy.RestorePlan.Selector;
import io.snapdsl.engine.policy.RestorePlan.Step;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides what each step of a plan means today: which snapshot of which subject. It changes nothing. */
final class PlanResolver {
    private final Workspaces workspaces;
    private final ContainerSteps containers;
    private final StateSteps states;
    private final StateFinder snapshots;
    private final CheckpointFinder checkpoints;

    PlanResolver(
            SnapshotStore store, Workspaces workspaces, ContainerSteps containers, StateSteps states, ZoneId zone) {
        this.workspaces = workspaces;
        this.containers = containers;
        this.states = states;
        this.snapshots = new StateFinder(store, zone);
        this.checkpoints = new CheckpointFinder(store);
    }

    /** @throws SnapdslException naming the first step that can't be done */
    List<PlannedStep> resolve(RestorePlan plan) {
        List<PlannedStep> steps = new ArrayList<>();
        for (Step step : plan.steps()) {
            int number = steps.size() + 1;
            steps.add(
                    step instanceof Step.Restore restore
                            ? resolve(number, restore, plan)
                            : new PlannedStep.Act(number, (Step.Do) step));
        }
        return steps;
    }

    private PlannedStep resolve(int number, Step.Restore step, RestorePlan plan) {
        try {
            Selector from = step.from().orElse(plan.from());
            if (step.subject() instanceof Declared.Workspace declared) {
                return bring(number, step, workspace(declared), from);
            } else if (step.subject() instanceof Declared.Container declared) {
                return bring(number, step, containers.subject(declared), from);
            }
            State state = states.subject((Declared.State) step.subject());
            return new PlannedStep.BringState(number, step.subject().name(), state, checkpoints.find(from, state));
        } catch (RuntimeException e) {
            throw StepFailure.in(
                    PlannedStep.Restoring.label(number, step.subject().name()), e);
        }
    }

    private PlannedStep bring(int number, Step.Restore step, Workspace workspace, Selector from) {
        Snapshot target = snapshots.find(from, workspace);
        Optional<Path> beside = step.mode() == Mode.BESIDE ? Optional.of(beside(workspace, target)) : Optional.empty();
        return new PlannedStep.Bring(number, step.subject().name(), workspace, target, selection(step), beside);
    }

    private PlannedStep bring(int number, Step.Restore step, Container container, Selector from) {
        return new PlannedStep.BringContainer(
                number,
                step.subject().name(),
                container,
                snapshots.find(from, container),
                selection(step),
                step.mode(),
                step.healthCheck().map(Proof::within).orElse(Proof.DEFAULT));
    }

    private Workspace workspace(Declared.Workspace declared) {
        Optional<Workspace> deleted = workspaces.deletedAt(declared.directory());
        if (deleted.isPresent()) {
            return deleted.get();
        }
        Path directory = Workspaces.realDirectory(declared.directory());
        return workspaces
                .at(directory)
                .or(() -> workspaces
                        .relinkMoved(directory)
                        .filter(moved -> moved.directory().equals(directory)))
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SUBJECT,
                        directory + " has no history in this store.",
                        "'snapdsl run' with the policy, or 'snapdsl snap' there, takes the first snapshot."));
    }

    /** Named after the snapshot, so that copies of several states can lie side by side. */
    private static Path beside(Workspace workspace, Snapshot target) {
        Path directory = workspace.directory();
        if (directory.getParent() == null) {
            throw new SnapdslException(
                    ErrorCode.UNSAFE_WORKSPACE,
                    "Beside " + directory + " there is no place.",
                    "Use 'snapdsl restore ID --to DIR' instead.");
        }
        ByteArrayOutputStream path = new ByteArrayOutputStream();
        path.writeBytes(NativePaths.bytes(directory));
        path.writeBytes(("-" + target.id().shortHex()).getBytes(StandardCharsets.US_ASCII));
        return NativePaths.path(path.toByteArray());
    }

    private static Selection.Request selection(Step.Restore step) {
        try {
            return Selection.Request.written(step.paths());
        } catch (IllegalArgumentException e) {
            throw new SnapdslException(
                    ErrorCode.UNSAFE_PATH,
                    e.getMessage() + ".",
                    "Paths are relative to the workspace's directory, or to each volume of a container.",
                    e);
        }
    }
}

package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Decides what each step of a plan means today: which snapshot of which subject. It changes nothing. */
final class PlanResolver {
    private final Workspaces workspaces;
    private final ContainerSteps containers;
    private final StateSteps states;
    private final SnapshotStore store;
    private final ZoneId zone;

    PlanResolver(
            SnapshotStore store, Workspaces workspaces, ContainerSteps containers, StateSteps states, ZoneId zone) {
        this.workspaces = workspaces;
        this.containers = containers;
        this.states = states;
        this.store = store;
        this.zone = zone;
    }

    /** @throws SnapdslException naming the first step that can't be done */
    ResolvedPlan resolve(RestorePlan plan) {
        Map<Declared, Subject> subjects = subjects(plan);
        LastRun lastRun = LastRun.among(subjects.values(), store);
        Finders finders =
                new Finders(new StateFinder(store, zone, lastRun), new CheckpointFinder(store, lastRun), subjects);
        List<PlannedStep> steps = new ArrayList<>();
        boolean beforeRun = false;
        for (Step step : plan.steps()) {
            int number = steps.size() + 1;
            if (step instanceof Step.Restore restore) {
                Selector from = restore.from().orElse(plan.from());
                beforeRun |= from instanceof Selector.BeforeLastRun;
                steps.add(in(number, restore, () -> resolve(number, restore, from, finders)));
            } else {
                steps.add(new PlannedStep.Act(number, (Step.Do) step));
            }
        }
        return new ResolvedPlan(beforeRun ? Optional.of(lastRun.find()) : Optional.empty(), steps);
    }

    private record Finders(StateFinder snapshots, CheckpointFinder checkpoints, Map<Declared, Subject> subjects) {}

    /** All of them first: which run is the last one depends on them all. */
    private Map<Declared, Subject> subjects(RestorePlan plan) {
        Map<Declared, Subject> subjects = new LinkedHashMap<>();
        for (int i = 0; i < plan.steps().size(); i++) {
            if (plan.steps().get(i) instanceof Step.Restore restore) {
                Subject subject = in(i + 1, restore, () -> subject(restore.subject()));
                subjects.put(restore.subject(), subject);
            }
        }
        return subjects;
    }

    private Subject subject(Declared declared) {
        if (declared instanceof Declared.Workspace workspace) {
            return workspace(workspace);
        } else if (declared instanceof Declared.Container container) {
            return containers.subject(container);
        }
        return states.subject((Declared.State) declared);
    }

    private static <T> T in(int number, Step.Restore step, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw StepFailure.in(
                    PlannedStep.Restoring.label(number, step.subject().name()), e);
        }
    }

    private static PlannedStep resolve(int number, Step.Restore step, Selector from, Finders finders) {
        String name = step.subject().name();
        Subject subject = finders.subjects().get(step.subject());
        if (subject instanceof State state) {
            return new PlannedStep.BringState(
                    number, name, state, finders.checkpoints().find(from, state));
        }
        Snapshot target = finders.snapshots().find(from, subject);
        if (subject instanceof Workspace workspace) {
            Optional<Path> beside =
                    step.mode() == Mode.BESIDE ? Optional.of(beside(workspace, target)) : Optional.empty();
            return new PlannedStep.Bring(number, name, workspace, target, selection(step), beside);
        }
        return new PlannedStep.BringContainer(
                number,
                name,
                (Container) subject,
                target,
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

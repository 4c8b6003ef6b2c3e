package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.container.Containers;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.policy.RestorePlan.Mode;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What it takes to bring a moment back. Containers come last: what they find when they start, files and states, is there
 * by then.
 */
final class MomentSteps {
    private final SnapshotStore store;
    private final Supplier<ContainerRuntime> engine;

    MomentSteps(SnapshotStore store, Supplier<ContainerRuntime> engine) {
        this.store = store;
        this.engine = engine;
    }

    List<PlannedStep> resolve(Moment moment) {
        List<Part> parts = new ArrayList<>(moment.parts());
        parts.sort(Comparator.comparing(part -> subject(part) instanceof Container));
        List<PlannedStep> steps = new ArrayList<>();
        for (Part part : parts) {
            steps.add(step(steps.size() + 1, part));
        }
        return steps;
    }

    private Subject subject(Part part) {
        return store.subjects().find(part.subjectId()).orElseThrow();
    }

    private PlannedStep step(int number, Part part) {
        Subject subject = subject(part);
        if (part instanceof Part.OfCheckpoint of) {
            return new PlannedStep.BringState(
                    number,
                    subject.name(),
                    (State) subject,
                    store.checkpoints()
                            .find(subject.id(), of.number())
                            .orElseThrow(() -> gone(part))
                            .entry());
        }
        if (part instanceof Part.Absent) {
            return subject instanceof Container container
                    ? new PlannedStep.RemoveContainer(number, subject.name(), container)
                    : new PlannedStep.RemoveState(number, subject.name(), (State) subject);
        }
        Snapshot target = store.catalog()
                .find(((Part.OfSnapshot) part).snapshot())
                .filter(snapshot -> !snapshot.isRemoved())
                .orElseThrow(() -> gone(part));
        Selection.Request everything = Selection.Request.EVERYTHING;
        if (subject instanceof Workspace workspace) {
            return new PlannedStep.Bring(number, subject.name(), workspace, target, everything, Optional.empty());
        }
        Container container = (Container) subject;
        Mode mode = new Containers(store, engine.get()).exists(container) ? Mode.REPLACE : Mode.BESIDE;
        return new PlannedStep.BringContainer(
                number, subject.name(), container, target, everything, mode, Proof.DEFAULT);
    }

    private static SnapdslException gone(Part part) {
        return new SnapdslException(
                ErrorCode.DAMAGED,
                "What the moment needs of " + part.subject() + " is not there any more.",
                "'snapdsl verify' lists all damage.");
    }
}

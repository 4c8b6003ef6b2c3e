package io.snapdsl.engine.plan;

import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.policy.RestorePlan.Mode;
import io.snapdsl.engine.policy.RestorePlan.Step;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.state.Checkpoint;
import java.nio.file.Path;
import java.util.Optional;

/** A step of a restore plan with everything decided that the plan leaves open. */
public sealed interface PlannedStep {
    /** Its place in the plan, from 1. */
    int number();

    /** What people call it. */
    String label();

    /** A step that restores something. */
    sealed interface Restoring extends PlannedStep {
        /** What the plan calls the subject. */
        String name();

        Subject subject();

        /** Where it goes. */
        RestorePoint point();

        @Override
        default String label() {
            return label(number(), name());
        }

        static String label(int number, String subject) {
            return "Step " + number + ", restore " + subject;
        }
    }

    /**
     * @param name what the plan calls the workspace
     * @param beside where a copy goes, for a step that leaves the workspace alone
     */
    record Bring(
            int number,
            String name,
            Workspace workspace,
            Snapshot target,
            Selection.Request selection,
            Optional<Path> beside)
            implements Restoring {
        @Override
        public Workspace subject() {
            return workspace;
        }

        @Override
        public RestorePoint point() {
            return new RestorePoint.OfSnapshot(target);
        }
    }

    /**
     * @param name what the plan calls the container
     * @param selection which files of its volumes, for a step that restores only those
     * @param proof that a container in the place of another is well
     */
    record BringContainer(
            int number,
            String name,
            Container subject,
            Snapshot target,
            Selection.Request selection,
            Mode mode,
            Proof proof)
            implements Restoring {
        @Override
        public RestorePoint point() {
            return new RestorePoint.OfSnapshot(target);
        }
    }

    /** @param name what the plan calls the state */
    record BringState(int number, String name, State subject, Checkpoint target) implements Restoring {
        @Override
        public RestorePoint point() {
            return new RestorePoint.OfCheckpoint(target);
        }
    }

    /**
     * There was no file.
     *
     * @param name what the plan calls the state
     */
    record RemoveState(int number, String name, State subject) implements Restoring {
        @Override
        public RestorePoint point() {
            return RestorePoint.Absent.FILE;
        }
    }

    /**
     * There was no container.
     *
     * @param name what the plan calls it
     */
    record RemoveContainer(int number, String name, Container subject) implements Restoring {
        @Override
        public RestorePoint point() {
            return RestorePoint.Absent.CONTAINER;
        }
    }

    record Act(int number, Step.Do step) implements PlannedStep {
        @Override
        public String label() {
            return "Step " + number;
        }
    }
}

package io.snapdsl.engine.plan;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.policy.RestorePlan.Step;
import io.snapdsl.engine.restore.Selection;
import java.nio.file.Path;
import java.util.Optional;

/** A step of a restore plan with everything decided that the plan leaves open. */
public sealed interface PlannedStep {
    /** Its place in the plan, from 1. */
    int number();

    /** What people call it. */
    String label();

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
            implements PlannedStep {
        @Override
        public String label() {
            return label(number, name);
        }

        static String label(int number, String subject) {
            return "Step " + number + ", restore " + subject;
        }
    }

    record Act(int number, Step.Do step) implements PlannedStep {
        @Override
        public String label() {
            return "Step " + number;
        }
    }
}

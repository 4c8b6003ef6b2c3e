package io.snapdsl.engine.plan;

import io.snapdsl.engine.session.AgentSession;
import java.util.List;
import java.util.Optional;

/**
 * A plan with everything decided that it leaves open.
 *
 * @param run the one that the plan goes back to before, if it says so
 */
record ResolvedPlan(Optional<AgentSession> run, List<PlannedStep> steps) {
    ResolvedPlan {
        steps = List.copyOf(steps);
    }

    static ResolvedPlan of(List<PlannedStep> steps) {
        return new ResolvedPlan(Optional.empty(), steps);
    }
}

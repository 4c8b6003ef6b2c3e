package io.snapdsl.engine.plan;

import io.snapdsl.engine.session.AgentSession;

/** Is told what happens while a plan is carried out. */
public interface PlanListener {
    /** All that the plan brings back to before the last run goes to before this one. */
    void goesBefore(AgentSession run);

    void began(PlannedStep step);

    /** The author's own step says something. */
    void said(PlannedStep step, String text);

    void ended(StepOutcome outcome);

    void wentBack(PlanReport.RollBack rollBack);
}

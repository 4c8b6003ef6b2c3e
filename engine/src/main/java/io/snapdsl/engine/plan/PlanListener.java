package io.snapdsl.engine.plan;

/** Is told what happens while a plan is carried out. */
public interface PlanListener {
    void began(PlannedStep step);

    /** The author's own step says something. */
    void said(PlannedStep step, String text);

    void ended(StepOutcome outcome);

    void wentBack(PlanReport.RollBack rollBack);
}

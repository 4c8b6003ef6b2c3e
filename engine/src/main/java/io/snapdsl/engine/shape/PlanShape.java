package io.snapdsl.engine.shape;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.plan.ContainerChange;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.plan.PlanReport.RollBack;
import io.snapdsl.engine.plan.PlannedStep;
import io.snapdsl.engine.plan.RestorePoint;
import io.snapdsl.engine.plan.StateChange;
import io.snapdsl.engine.plan.StepOutcome;
import io.snapdsl.engine.policy.RestorePlan.OnFailure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What became of a restore plan or of a moment's restore, or would. */
public final class PlanShape {
    private final boolean dryRun;

    private PlanShape(boolean dryRun) {
        this.dryRun = dryRun;
    }

    /**
     * @param said what the plan's own actions said
     * @param kept the moment that holds what was there before
     */
    public static Map<String, Object> of(
            PlanReport report, boolean dryRun, List<Map<String, Object>> said, Optional<Moment> kept) {
        PlanShape shapes = new PlanShape(dryRun);
        Map<String, Object> shape = Shapes.object(
                "plan",
                report.plan().name(),
                "dryRun",
                dryRun,
                "onFailure",
                report.plan().onFailure() == OnFailure.STOP ? "stop" : "rollBack",
                "beforeRun",
                report.run().map(Shapes::session).orElse(null),
                "steps",
                report.steps().stream().map(shapes::step).toList(),
                "rolledBack",
                report.rollBacks().stream().map(shapes::rollBack).toList(),
                "said",
                said);
        kept.ifPresent(moment -> shape.put("keptMoment", moment.id().hex()));
        return shape;
    }

    private Map<String, Object> step(StepOutcome outcome) {
        PlannedStep step = outcome.step();
        Map<String, Object> shape = Shapes.object(
                "number", step.number(),
                "status", outcome.status().name().toLowerCase(Locale.ROOT),
                "failure", outcome.failure().map(PlanShape::failure).orElse(null));
        if (step instanceof PlannedStep.Restoring restoring) {
            shape.put("subject", restoring.subject().name());
            if (restoring.point() instanceof RestorePoint.OfSnapshot of) {
                shape.put("snapshot", Shapes.snapshot(of.snapshot()));
            } else if (restoring.point() instanceof RestorePoint.OfCheckpoint of) {
                shape.put("checkpoint", of.checkpoint().number());
            } else {
                shape.put("absent", true);
            }
            shape.put("beforeId", outcome.before().map(PlanShape::id).orElse(null));
        }
        if (step instanceof PlannedStep.Bring bring) {
            shape.put("directory", bring.workspace().directory());
            shape.put("beside", bring.beside().orElse(null));
            shape.put(
                    "restore",
                    outcome.report()
                            .map(report -> RestoreShape.of(report, dryRun))
                            .orElse(null));
        }
        outcome.container().ifPresent(change -> shape.put("container", container(change)));
        outcome.state().ifPresent(change -> shape.put("state", state(change)));
        return shape;
    }

    /** Null of what was not there. */
    private static Object id(RestorePoint point) {
        if (point instanceof RestorePoint.OfCheckpoint of) {
            return of.checkpoint().number();
        }
        return point instanceof RestorePoint.OfSnapshot of ? of.snapshot().id().hex() : null;
    }

    private static Map<String, Object> container(ContainerChange change) {
        if (change instanceof ContainerChange.Made made) {
            Map<String, Object> shape = ContainerShape.container(made.restored());
            shape.put("notes", made.restored().notes());
            return shape;
        }
        if (change instanceof ContainerChange.Gone gone) {
            return Shapes.object(
                    "name",
                    gone.removed().name(),
                    "removed",
                    gone.removed().kept().isPresent(),
                    "notes",
                    gone.removed().notes());
        }
        return ContainerShape.preview(((ContainerChange.Foreseen) change).preview());
    }

    private static Map<String, Object> state(StateChange change) {
        if (change instanceof StateChange.Made made) {
            return Shapes.object(
                    "checkpoint",
                    made.current().number(),
                    "unreadableFile",
                    made.aside().orElse(null));
        } else if (change instanceof StateChange.Gone gone) {
            return Shapes.object("removedFile", gone.file());
        }
        return Shapes.object("differences", ContainerShape.differences(((StateChange.Foreseen) change).differences()));
    }

    private Map<String, Object> rollBack(RollBack back) {
        return Shapes.object(
                "step",
                back.step().number(),
                "subject",
                back.step().subject().name(),
                "complete",
                back.isComplete(),
                "failure",
                back.failure().map(PlanShape::failure).orElse(null),
                "restore",
                back.report().map(report -> RestoreShape.of(report, dryRun)).orElse(null));
    }

    private static Map<String, Object> failure(SnapdslException failure) {
        return Shapes.object("code", failure.code().name(), "message", failure.getMessage(), "hint", failure.hint());
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.plan.ContainerChange;
import io.snapdsl.engine.plan.PlanListener;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.plan.PlanReport.RollBack;
import io.snapdsl.engine.plan.PlanRun;
import io.snapdsl.engine.plan.PlannedStep;
import io.snapdsl.engine.plan.RestorePoint;
import io.snapdsl.engine.plan.StepOutcome;
import io.snapdsl.engine.plan.StepOutcome.Status;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.policy.RestorePlan.OnFailure;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.shape.PlanShape;
import io.snapdsl.engine.shape.Shapes;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what a restore plan does while it does it, and in the end what became of it. */
final class PlanAnswer implements PlanListener {
    private final RestorePlan plan;
    private final Optional<PlanScript> script;
    private final String title;
    private final Output out;
    private final boolean dryRun;
    private final RestoreAnswer restores;
    private final ContainerAnswer containers;
    private final StateAnswer states;
    private final Set<SubjectId> restored = new HashSet<>();
    private final List<Map<String, Object>> said = new CopyOnWriteArrayList<>();
    private Optional<Moment> kept = Optional.empty();

    PlanAnswer(RestorePlan plan, PlanScript script, Output out, boolean dryRun) {
        this(plan, Optional.of(script), "Plan " + Output.plain(plan.name()), out, dryRun);
    }

    PlanAnswer(Moment moment, Output out, boolean dryRun) {
        this(
                PlanRun.plan(moment),
                Optional.empty(),
                "Restoring the moment " + moment.id().shortHex(),
                out,
                dryRun);
    }

    private PlanAnswer(RestorePlan plan, Optional<PlanScript> script, String title, Output out, boolean dryRun) {
        this.plan = plan;
        this.script = script;
        this.title = title;
        this.out = out;
        this.dryRun = dryRun;
        this.restores = new RestoreAnswer(out, dryRun);
        this.containers = new ContainerAnswer(out);
        this.states = new StateAnswer(out);
    }

    /** What was there before has become a moment. */
    void kept(Moment present) {
        kept = Optional.of(present);
        out.line("What is there now is kept as the moment " + present.id().shortHex()
                + "; 'snapdsl moment undo' brings it back.");
    }

    @Override
    public void goesBefore(AgentSession run) {
        out.line("The last run is '" + Output.plain(run.id()) + "'" + what(run) + ", which began on "
                + out.time(run.started()) + ".");
    }

    private static String what(AgentSession run) {
        String what = Stream.of(run.tool(), run.goal())
                .filter(text -> !text.isEmpty())
                .map(Output::plain)
                .collect(Collectors.joining(": "));
        return what.isEmpty() ? "" : " (" + what + ")";
    }

    @Override
    public void began(PlannedStep step) {
        out.line(Output.plain(step.label()) + target(step));
        out.flush();
    }

    @Override
    public void said(PlannedStep step, String text) {
        out.line("  " + Output.plain(text));
        out.flush();
        said.add(Shapes.object("step", step.number(), "text", text));
    }

    @Override
    public void ended(StepOutcome outcome) {
        PlannedStep step = outcome.step();
        if (outcome.status() == Status.NOT_REACHED) {
            out.line("  was not reached.");
        } else if (outcome.status() == Status.FAILED) {
            out.line("  FAILED.");
        }
        if (step instanceof PlannedStep.Bring bring) {
            if (!restored.add(bring.workspace().id()) && dryRun) {
                out.line("  Seen from what is there now, before the steps above have changed it:");
            }
            outcome.report()
                    .ifPresent(
                            report -> restores.in(bring.workspace().directory()).say(report, bring.beside()));
            outcome.report()
                    .flatMap(report ->
                            script.flatMap(its -> its.fate(bring, report.done().plan(), dryRun)))
                    .ifPresent(out::line);
        }
        outcome.container().ifPresent(this::say);
        outcome.state().ifPresent(states::say);
        out.flush();
    }

    private void say(ContainerChange change) {
        if (change instanceof ContainerChange.Foreseen foreseen) {
            containers.say(foreseen.preview());
        } else if (change instanceof ContainerChange.Made made) {
            out.line("  " + Output.plain(made.restored().container().name()) + " is restored ("
                    + ContainerAnswer.status(made.restored()) + ").");
            containers.say(made.restored());
        } else if (change instanceof ContainerChange.Gone gone) {
            String name = Output.plain(gone.removed().name());
            out.line("  " + name
                    + gone.removed()
                            .kept()
                            .map(kept -> " is removed, and kept as " + kept.id().shortHex() + ": there was none.")
                            .orElse(": nothing was done."));
            gone.removed().notes().forEach(note -> out.line("  " + Output.plain(note)));
        }
    }

    private String target(PlannedStep step) {
        if (!(step instanceof PlannedStep.Restoring restoring)) {
            return dryRun ? " would do what the script says" : "";
        }
        if (!(restoring.point() instanceof RestorePoint.Kept point)) {
            return " to " + restoring.point().label();
        }
        String goal = point.goal();
        return " from " + point.label() + " of " + out.time(point.time())
                + (goal.isEmpty() ? "" : " (" + Output.plain(goal) + ")") + place(restoring);
    }

    private static String place(PlannedStep.Restoring step) {
        if (step instanceof PlannedStep.Bring bring) {
            return bring.beside().map(copy -> " to " + Output.plain(copy)).orElse("");
        } else if (step instanceof PlannedStep.BringState bring) {
            return bring.subject()
                    .file()
                    .map(file -> " to " + Output.plain(file))
                    .orElse("");
        }
        return switch (((PlannedStep.BringContainer) step).mode()) {
            case REPLACE -> ", replacing the container";
            case BESIDE -> " as a new container";
            case IN_PLACE -> ", its volumes only";
        };
    }

    @Override
    public void wentBack(RollBack back) {
        String name = Output.plain(back.step().name());
        String before = back.before().label();
        out.line(
                back.isComplete()
                        ? name + " is back as it was before step " + back.step().number() + ", as in " + before + "."
                        : name + " did NOT go back completely to what it was, which is " + before + ".");
        back.report()
                .ifPresent(report -> StepList.printProblems(out, report.done().problems(), "not as in the snapshot"));
        back.failure().ifPresent(failure -> out.note(Output.plain(failure.getMessage())));
        out.flush();
    }

    /** @return the exit status */
    int finish(PlanReport report) {
        Optional<SnapdslException> failure = report.failure();
        if (failure.isPresent()) {
            return fail(report, failure.get());
        }
        boolean whole = report.steps().stream()
                .flatMap(step -> step.report().stream())
                .allMatch(restored -> restored.done().problems().isEmpty());
        out.line(title + (dryRun ? ": nothing was touched." : " is done."));
        out.json(shape(report));
        return (whole ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    /** The status is the failure's own if all is as it was. */
    private int fail(PlanReport report, SnapdslException failure) {
        out.error(failure.code().name(), failure.getMessage(), whatNow(report) + " " + failure.hint(), shape(report));
        return (report.staying().isEmpty() ? failure.code().outcome() : Outcome.DONE_IN_PART).status();
    }

    private String whatNow(PlanReport report) {
        List<StepOutcome> staying = report.staying();
        if (staying.isEmpty()) {
            return report.rollBacks().isEmpty()
                    ? "Nothing was changed."
                    : "Everything is back as it was before the plan.";
        }
        Set<String> ways = new LinkedHashSet<>();
        for (int i = staying.size() - 1; i >= 0; i--) {
            ways.add(wayBack(staying.get(i)));
        }
        String what =
                plan.onFailure() == OnFailure.STOP ? "What was restored so far stays" : "Not everything has gone back";
        return what + "; to take it back: " + String.join(", then ", ways) + ".";
    }

    private static String wayBack(StepOutcome outcome) {
        if (outcome.step() instanceof PlannedStep.Bring step) {
            return step.beside()
                    .map(copy -> "delete " + Output.plain(copy))
                    .orElseGet(() ->
                            "'snapdsl undo -C " + Output.plain(step.workspace().directory()) + "'");
        }
        String before = outcome.before().map(RestorePoint::label).orElse("");
        PlannedStep.Restoring restoring = (PlannedStep.Restoring) outcome.step();
        if (restoring.subject() instanceof State state) {
            if (outcome.before().filter(RestorePoint.Absent.class::isInstance).isPresent()) {
                return "delete " + Output.plain(state.file().orElseThrow());
            }
            return "'snapdsl state restore " + Output.plain(restoring.name()) + " "
                    + before.replaceFirst("checkpoint ", "") + "'";
        }
        if (outcome.step() instanceof PlannedStep.RemoveContainer step) {
            return "'snapdsl container restore " + before + " --name "
                    + Output.plain(step.subject().containerName()) + "'";
        }
        PlannedStep.BringContainer step = (PlannedStep.BringContainer) outcome.step();
        return switch (step.mode()) {
            case REPLACE -> "'snapdsl container restore " + before + " --replace'";
            case IN_PLACE -> "'snapdsl container restore " + before + " --volumes-only'";
            case BESIDE ->
                "remove the container "
                        + outcome.container()
                                .filter(ContainerChange.Made.class::isInstance)
                                .map(ContainerChange.Made.class::cast)
                                .map(made -> made.restored().container().name())
                                .map(Output::plain)
                                .orElseThrow();
        };
    }

    private Map<String, Object> shape(PlanReport report) {
        return PlanShape.of(report, dryRun, List.copyOf(said), kept);
    }
}

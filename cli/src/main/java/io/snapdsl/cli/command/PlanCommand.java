package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.Durations;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.run.PolicyPlan;
import io.snapdsl.engine.run.PolicyPlan.Known;
import io.snapdsl.engine.run.PolicyPlan.KnownState;
import io.snapdsl.engine.run.PolicyPlan.KnownWorkspace;
import io.snapdsl.engine.run.PolicyPlan.Planner;
import io.snapdsl.engine.run.PolicyPlan.SubjectPlan;
import io.snapdsl.engine.shape.ConsolidationShape;
import io.snapdsl.engine.shape.RetentionShape;
import io.snapdsl.engine.shape.Shapes;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "plan",
        description = {
            "Says what a policy would do, and does nothing: what it protects and what has changed there, when its triggers "
                    + "are due, and what its rules would remove.",
            "These are the decisions that 'snapdsl run --once' makes: what it removes and merges once it has taken what is "
                    + "due, unless a hook prevents that.",
            "One thing is only foreseen roughly: what a limit in bytes takes, because how much room is won is measured as "
                    + "snapshots go, and of a directory that was never taken nothing is known."
        },
        footer = {"", "Example: snapdsl plan policy.groovy"})
public final class PlanCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Mixin
    private PolicyScript script;

    @Override
    public Integer call() {
        Optional<PolicyFile> loaded = script.load(snapdsl);
        if (loaded.isEmpty()) {
            return ErrorCode.POLICY_MISTAKES.outcome().status();
        }
        Planner planner = new Planner(
                snapdsl.storeOrEmpty(), snapdsl.workspaces(), snapdsl.clock(), snapdsl.progress(), snapdsl::containers);
        List<PolicyPlan> plans = planner.plan(loaded.get());
        plans.forEach(this::print);
        Optional<Duration> jump = planner.doubtedJump();
        jump.ifPresent(by -> snapdsl.out()
                .line("The clock went ahead by " + Durations.words(by.truncatedTo(ChronoUnit.HOURS))
                        + " since anything was recorded: in case it is wrong, 'snapdsl run --once' merges and removes nothing"
                        + " for a day."));
        snapdsl.out()
                .json(Shapes.object(
                        "policies",
                        plans.stream().map(this::shape).toList(),
                        "clockJumpedSeconds",
                        jump.map(Duration::toSeconds).orElse(null)));
        return 0;
    }

    private void print(PolicyPlan plan) {
        Output out = snapdsl.out();
        Policy policy = plan.policy();
        out.line("policy " + Output.plain(policy.name()));
        for (SubjectPlan subject : plan.subjects()) {
            out.line("  protects  " + Output.plain(subject.declared().name()) + ": "
                    + subject.known().map(this::describe).orElse("new; the first snapshot takes all of it"));
        }
        if (plan.subjects().size() > 1) {
            out.line("  together  all of them are taken as one moment");
        }
        plan.subjects().stream()
                .flatMap(subject -> subject.otherName().stream())
                .forEach(name -> out.line("  note      " + Output.plain(name.words())));
        plan.subjects().stream()
                .flatMap(subject -> subject.obstacle().stream())
                .forEach(text -> out.line("  note      " + Output.plain(text)));
        policy.triggers().forEach(trigger -> out.line("  trigger   " + trigger.words()));
        plan.due().forEach(trigger -> out.line("  due now   " + trigger.words()));
        plan.upcoming()
                .forEach(due -> out.line("  next      " + out.time(due.time()) + "  "
                        + due.trigger().words()));
        List<Decision> gone =
                plan.retention().stream().filter(decision -> !decision.keep()).toList();
        String coming = plan.coming() == 0 ? "" : plan.coming() == 1 ? ", and the new one" : ", and the new ones";
        out.line("  retention keeps " + (plan.retention().size() - gone.size()) + " of "
                + Output.count(plan.retention().size(), "snapshot") + coming);
        gone.forEach(decision -> out.line("  remove    " + decision.id().shortHex() + "  #"
                + decision.snapshot().sequence() + "  "
                + out.time(decision.snapshot().time()) + "  "
                + Output.plain(String.join("; ", decision.reasons()))));
        if (plan.isRough() && !gone.isEmpty()) {
            out.line(
                    "  note      what is removed for the limit in bytes is foreseen roughly: how much room is won is measured"
                            + " as snapshots go");
        }
        plan.merging().values().stream()
                .flatMap(List::stream)
                .forEach(group -> out.line("  merge     " + ConsolidateCommand.line(group, out)));
    }

    private String describe(Known known) {
        if (known instanceof KnownWorkspace workspace) {
            return describe(workspace);
        }
        if (known instanceof KnownState state) {
            return "a state; "
                    + state.latest()
                            .map(checkpoint -> "its newest checkpoint is " + checkpoint.number() + " of "
                                    + snapdsl.out().time(checkpoint.time()))
                            .orElse("no checkpoint yet");
        }
        return "a container; "
                + known.newest()
                        .map(newest ->
                                "taken if it has changed since " + newest.id().shortHex() + " of "
                                        + snapdsl.out().time(newest.facts().time()))
                        .orElse("no snapshot yet");
    }

    private static String describe(KnownWorkspace known) {
        long files = known.size().files() + known.size().links();
        return Output.plain(known.subject().directory()) + ", " + Output.count(files, "file") + ", "
                + Output.size(known.size().bytes()) + "; "
                + (known.newest().isEmpty() ? "no snapshot yet" : SnapCommand.describe(known.changes()));
    }

    private Map<String, Object> shape(PolicyPlan plan) {
        return Shapes.object(
                "policy", plan.policy().name(),
                "subjects", plan.subjects().stream().map(PlanCommand::shape).toList(),
                "triggers", plan.policy().triggers().stream().map(When::words).toList(),
                "due", plan.due().stream().map(When::words).toList(),
                "upcoming",
                        plan.upcoming().stream()
                                .map(due -> Shapes.object(
                                        "time",
                                        due.time(),
                                        "trigger",
                                        due.trigger().words()))
                                .toList(),
                "rough", plan.isRough(),
                "retention",
                        plan.retention().stream().map(RetentionShape::decision).toList(),
                "merging",
                        plan.merging().values().stream()
                                .flatMap(List::stream)
                                .map(ConsolidationShape::candidate)
                                .toList());
    }

    private static Map<String, Object> shape(SubjectPlan subject) {
        Map<String, Object> shape = Shapes.object(
                "name", subject.declared().name(), "known", subject.known().isPresent());
        subject.otherName().ifPresent(name -> shape.put("knownAs", name.known()));
        subject.obstacle().ifPresent(text -> shape.put("obstacle", text));
        if (subject.known().orElse(null) instanceof KnownWorkspace known) {
            shape.put("files", known.size().files() + known.size().links());
            shape.put("bytes", known.size().bytes());
            shape.put("created", known.changes().created());
            shape.put("modified", known.changes().modified());
            shape.put("deleted", known.changes().deleted());
        }
        return shape;
    }
}

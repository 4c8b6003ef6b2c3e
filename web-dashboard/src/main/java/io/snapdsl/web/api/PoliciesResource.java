package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Forecast;
import io.snapdsl.engine.run.Agenda;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.shape.PlanShape;
import io.snapdsl.engine.shape.RetentionShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.PlanActions;
import io.snapdsl.web.RetentionOutlook;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The policies that run in this process. */
public final class PoliciesResource implements Route.Group {
    private static final int UPCOMING = 10;

    private final StoreView view;

    public PoliciesResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/policies", "Lists the policies that run here; none with 'serve'.", this::list),
                describe(Route.get(
                        Route.API + "/forecast",
                        "Which of today's snapshots rules will remove in the coming four weeks, and why.",
                        this::forecast)),
                describe(Route.get(
                        Route.API + "/forecast/space",
                        "How much stored content is freed when what is due now goes.",
                        view.reading(this::space))),
                Route.get(Route.API + "/plans", "Lists the ways back that the policy file declares.", this::plans),
                Route.post(Route.API + "/plans/restore", "Goes one of them.", this::restore)
                        .needing("plan", "Its name.")
                        .with("session", "The agent run it belongs to.")
                        .with("dryRun", "true: only say what would be done."),
                act("run", "Takes a policy's snapshots now.", PolicyRunner::runNow),
                act("pause", "From now on the policy takes, merges and removes nothing.", PolicyRunner::pause),
                act("resume", "It does so again.", PolicyRunner::resume));
    }

    private static Route describe(Route route) {
        return route.with("policy", "By the rules of this one, which runs here; or else:")
                .with(
                        "subject",
                        "By what this subject is pruned by otherwise; may be left out where there is only one.");
    }

    private void forecast(Context ctx) {
        Forecast.Outlook outlook = new RetentionOutlook(view).of(new Query(ctx));
        Answer.json(
                ctx,
                Shapes.object(
                        "kept", outlook.kept(),
                        "going",
                                outlook.going().stream()
                                        .map(PoliciesResource::shape)
                                        .toList()));
    }

    private static Map<String, Object> shape(Forecast.Going going) {
        Map<String, Object> shape = RetentionShape.decision(going.decision());
        shape.put("inDays", going.in().toDays());
        return shape;
    }

    private void space(Context ctx) {
        Answer.json(ctx, Shapes.object("bytes", new RetentionOutlook(view).bytesDueNow(new Query(ctx))));
    }

    private void plans(Context ctx) {
        List<RestorePlan> plans = view.policies()
                .flatMap(PolicyRunner::inForce)
                .map(PolicyFile::plans)
                .orElse(List.of());
        Answer.json(
                ctx,
                Shapes.object(
                        "plans",
                        plans.stream()
                                .map(plan -> Shapes.object(
                                        "plan", plan.name(),
                                        "steps", plan.steps().size(),
                                        "verify", plan.verify()))
                                .toList()));
    }

    private void restore(Context ctx) {
        Body body = new Body(ctx);
        PlanActions actions = new PlanActions(view);
        RestorePlan plan = actions.named(body.required("plan"));
        boolean dryRun = body.flag("dryRun");
        PlanReport report = dryRun
                ? actions.preview(plan)
                : actions.carryOut(
                        plan, body.text("session").map(AgentSessions::usable).orElse(""));
        if (report.failure().isPresent()) {
            ctx.status(HttpStatus.CONFLICT);
        }
        Answer.json(ctx, PlanShape.of(report, dryRun, List.of(), Optional.empty()));
    }

    private Route act(String word, String summary, BiConsumer<PolicyRunner, String> action) {
        return Route.post(Route.API + "/policies/" + word, summary, ctx -> {
                    action.accept(view.runner(), new Body(ctx).required("policy"));
                    list(ctx);
                })
                .needing("policy", "Its name.");
    }

    private void list(Context ctx) {
        Optional<PolicyFile> file = view.policies().flatMap(PolicyRunner::inForce);
        Answer.json(
                ctx,
                Shapes.object(
                        "source", file.map(one -> one.source().toString()).orElse(null),
                        "policies", file.map(this::shapes).orElse(List.of())));
    }

    private List<Map<String, Object>> shapes(PolicyFile file) {
        PolicyRunner runner = view.runner();
        return file.policies().stream()
                .map(policy -> Shapes.object(
                        "policy", policy.name(),
                        "paused", runner.isPaused(policy.name()),
                        "subjects",
                                policy.subjects().stream().map(Declared::name).toList(),
                        "triggers", policy.triggers().stream().map(When::words).toList(),
                        "lines", file.lines().getOrDefault(policy.name(), Map.of()),
                        "upcoming", upcoming(file, policy)))
                .toList();
    }

    private List<Map<String, Object>> upcoming(PolicyFile file, Policy policy) {
        return new Agenda(List.of(policy), view.store().policyRuns().of(file.source()))
                .upcoming(view.clock().instant(), UPCOMING).stream()
                        .map(due -> Shapes.object(
                                "time", due.time(), "trigger", due.trigger().words()))
                        .toList();
    }
}

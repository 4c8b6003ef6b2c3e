package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.engine.retention.Forecast;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.run.Agenda;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.PoliciesResource;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** What runs by itself: each policy with where its settings stand, what is due next, and what it will remove. */
public final class PoliciesPage implements Route.Group {
    private static final int UPCOMING = 5;
    /** Days at which the forecast looks. */
    private static final List<Integer> DAYS = List.of(0, 1, 2, 3, 5, 7, 10, 14, 21, 28);

    private static final int LISTED = 200;

    /** @param line in the script; 0 if it stands nowhere because it is the default */
    public record Setting(String word, String value, int line) {}

    public record Card(Policy policy, List<Setting> settings, List<Due> upcoming, boolean paused) {}

    /** @param source the script, or empty when no policy runs here */
    public record Model(
            Frame frame, String source, List<Card> cards, List<RestorePlan> plans, List<Subject> subjects) {}

    /** @param name whose snapshots */
    public record Outlook(String name, List<Forecast.Going> going, long kept, long others, Show show) {}

    private final StoreView view;

    public PoliciesPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/policies", this::show),
                Route.page("/policies/forecast", this::forecast),
                Route.action("/policies/run", ctx -> act(ctx, PolicyRunner::runNow)),
                Route.action("/policies/pause", ctx -> act(ctx, PolicyRunner::pause)),
                Route.action("/policies/resume", ctx -> act(ctx, PolicyRunner::resume)));
    }

    private void show(Context ctx) {
        Optional<PolicyFile> file = view.policies().flatMap(PolicyRunner::inForce);
        Frame frame = new Frame(
                "Policies",
                "/policies",
                Optional.of("snapdsl plan "
                        + file.map(one -> Command.quote(one.source().toString()))
                                .orElse("POLICY")),
                new Show(view.clock()));
        Template.render(
                ctx,
                "policies",
                new Model(
                        frame,
                        file.map(one -> one.source().toString()).orElse(""),
                        file.map(this::cards).orElse(List.of()),
                        file.map(PolicyFile::plans).orElse(List.of()),
                        view.store().subjects().all().stream()
                                .filter(Workspace.class::isInstance)
                                .toList()));
    }

    private List<Card> cards(PolicyFile file) {
        PolicyRunner runner = view.policies().orElseThrow();
        return file.policies().stream()
                .map(policy -> new Card(
                        policy,
                        new PolicySettings(policy, file.lines().getOrDefault(policy.name(), Map.of())).all(),
                        new Agenda(List.of(policy), view.store().policyRuns().of(file.source()))
                                .upcoming(view.clock().instant(), UPCOMING),
                        runner.isPaused(policy.name())))
                .toList();
    }

    /** Of a policy, or for a workspace by the default rules. */
    private void forecast(Context ctx) {
        Query query = new Query(ctx);
        List<Pruning.Request> requests =
                query.text("policy").map(this::ofPolicy).orElseGet(() -> byDefault(query));
        List<Forecast.Going> going = new ArrayList<>();
        long kept = 0;
        for (Pruning.Request request : requests) {
            Forecast.Outlook outlook = new Forecast(view.store(), view.clock()).of(request, DAYS);
            going.addAll(outlook.going());
            kept += outlook.kept();
        }
        going.sort(Comparator.comparing(Forecast.Going::in));
        Template.render(
                ctx,
                "forecast",
                new Outlook(
                        query.text("policy").or(() -> query.text("subject")).orElse(""),
                        going.subList(0, Math.min(LISTED, going.size())),
                        kept,
                        Math.max(0, going.size() - LISTED),
                        new Show(view.clock())));
    }

    private List<Pruning.Request> ofPolicy(String name) {
        return view.policies().stream()
                .flatMap(runner -> runner.inForce().stream()
                        .flatMap(file -> file.policies().stream())
                        .filter(policy -> policy.name().equals(name))
                        .flatMap(policy -> runner.retention(policy).stream()))
                .toList();
    }

    private List<Pruning.Request> byDefault(Query query) {
        return List.of(Pruning.Request.of(
                List.of(view.subject(query)),
                Optional.of(KeepRules.standard(view.clock().getZone())),
                Limits.NONE));
    }

    private void act(Context ctx, BiConsumer<PolicyRunner, String> action) {
        action.accept(PoliciesResource.runner(view), Form.text(ctx, "policy").orElse(""));
        ctx.redirect("/policies", HttpStatus.SEE_OTHER);
    }
}

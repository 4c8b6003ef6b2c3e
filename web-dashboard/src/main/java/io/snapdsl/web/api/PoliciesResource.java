package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.run.Agenda;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
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
                act("run", "Takes a policy's snapshots now.", PolicyRunner::runNow),
                act("pause", "From now on the policy takes, merges and removes nothing.", PolicyRunner::pause),
                act("resume", "It does so again.", PolicyRunner::resume));
    }

    private Route act(String word, String summary, BiConsumer<PolicyRunner, String> action) {
        return Route.post(Route.API + "/policies/" + word, summary, ctx -> {
                    action.accept(PoliciesResource.runner(view), new Body(ctx).required("policy"));
                    list(ctx);
                })
                .needing("policy", "Its name.");
    }

    public static PolicyRunner runner(StoreView view) {
        return view.policies()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE, "No policy runs here.", "Start one: snapdsl run policy.groovy"));
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
        PolicyRunner runner = runner(view);
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

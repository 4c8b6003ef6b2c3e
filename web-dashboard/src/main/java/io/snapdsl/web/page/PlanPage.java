package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.engine.policy.RestorePlan;
import io.snapdsl.web.PlanActions;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** A way back that the policy file declares: what it would do, and then what it did. */
public final class PlanPage implements Route.Group {
    /**
     * @param done whether it has happened, or is only looked at
     * @param action where the form that does it leads
     * @param command that does the same
     */
    public record Model(Frame frame, PlanReport report, boolean done, String action, String command) {}

    private final StoreView view;
    private final PlanActions actions;

    public PlanPage(StoreView view) {
        this.view = view;
        this.actions = new PlanActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/policies/plan", ctx -> render(ctx, false)),
                Route.action("/policies/plan", ctx -> render(ctx, true)));
    }

    private void render(Context ctx, boolean done) {
        RestorePlan plan = actions.named(new Query(ctx).required("name"));
        String command = "snapdsl restore --plan " + Command.quote(plan.name()) + " --policy "
                + Command.quote(view.policyFile().source().toString());
        Frame frame =
                new Frame(plan.name(), "/policies", Optional.of(command + (done ? "" : " --dry-run")), new Show(view));
        PlanReport report = done ? actions.carryOut(plan, "") : actions.preview(plan);
        Template.render(
                ctx,
                "plan",
                new Model(frame, report, done, "/policies/plan?name=" + Link.encode(plan.name()), command));
    }
}

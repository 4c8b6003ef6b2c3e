package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentFinder;
import io.snapdsl.engine.moment.MomentRecorder;
import io.snapdsl.engine.shape.PlanShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.MomentActions;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** What was taken together. */
public final class MomentsResource implements Route.Group {
    private final StoreView view;
    private final MomentActions actions;

    public MomentsResource(StoreView view) {
        this.view = view;
        this.actions = new MomentActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/moments", "Lists the moments, newest first.", this::list)
                        .with("limit", "At most so many; 50, and never more than 1000."),
                Route.get(Route.API + "/moments/{id}", "One moment and its parts.", this::show),
                Route.post(
                                Route.API + "/moments/restore",
                                "Brings all parts of a moment back, or none; what is there now is kept as a moment first.",
                                this::restore)
                        .needing("moment", "Its id or its beginning; @latest, or @1 for the one before.")
                        .with("dryRun", "true: only say what would be done."),
                Route.post(Route.API + "/moments/rm", "Gives a moment up; its snapshots stay.", this::remove)
                        .needing("moment", "Its id or its beginning; @latest, or @1 for the one before."),
                Route.post(Route.API + "/moments/undo", "Takes back the last restore of a moment.", this::undo)
                        .with("dryRun", "true: only say what would be done."));
    }

    private void list(Context ctx) {
        int limit = new Query(ctx).limit(50, 1000);
        Answer.json(
                ctx,
                Shapes.object(
                        "moments",
                        view.store().moments().newest(limit).stream()
                                .map(Shapes::moment)
                                .toList()));
    }

    private void restore(Context ctx) {
        Body body = new Body(ctx);
        bring(ctx, new MomentFinder(view.store().moments()).find(body.required("moment")), Trigger.RESTORE, body);
    }

    private void remove(Context ctx) {
        Moment moment = new MomentFinder(view.store().moments()).find(new Body(ctx).required("moment"));
        new MomentRecorder(view.store(), view.clock()).remove(moment);
        Answer.json(ctx, Shapes.moment(moment));
    }

    private void undo(Context ctx) {
        bring(ctx, actions.undone(), Trigger.UNDO, new Body(ctx));
    }

    private void bring(Context ctx, Moment moment, Trigger trigger, Body body) {
        if (body.flag("dryRun")) {
            Answer.json(ctx, PlanShape.of(actions.preview(moment), true, List.of(), Optional.empty()));
            return;
        }
        MomentActions.Restored done = actions.restore(moment, trigger);
        if (done.report().failure().isPresent()) {
            ctx.status(HttpStatus.CONFLICT);
        }
        Answer.json(ctx, PlanShape.of(done.report(), false, List.of(), done.kept()));
    }

    private void show(Context ctx) {
        Answer.json(ctx, Shapes.moment(new MomentFinder(view.store().moments()).find(ctx.pathParam("id"))));
    }
}

package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.LineCounter;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentComparison;
import io.snapdsl.engine.moment.MomentComparison.Sides;
import io.snapdsl.engine.moment.MomentFinder;
import io.snapdsl.engine.moment.MomentRecorder;
import io.snapdsl.engine.shape.ContainerShape;
import io.snapdsl.engine.shape.PlanShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.MomentActions;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
                        .with("cursor", "Where to go on: 'next' of the answer before.")
                        .with("limit", "At most so many; 50, and never more than 1000."),
                Route.get(
                                Route.API + "/moments/diff",
                                "How two moments differ, part by part.",
                                view.reading(this::compare))
                        .needing("from", "A moment's id or its beginning; @latest, or @1 for the one before.")
                        .with("to", "Another; what is there now if it is left out."),
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
        Query query = new Query(ctx);
        int limit = query.limit(50, 1000);
        List<Moment> page = query.text("cursor")
                .map(finder()::find)
                .map(last -> view.store().moments().behind(last.id(), limit))
                .orElseGet(() -> view.store().moments().newest(limit));
        Answer.json(
                ctx,
                Shapes.object(
                        "moments",
                        page.stream().map(Shapes::moment).toList(),
                        "next",
                        page.size() < limit ? null : page.get(limit - 1).id().hex()));
    }

    private MomentFinder finder() {
        return new MomentFinder(view.store().moments());
    }

    private void compare(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Moment before = finder().find(query.required("from"));
        Optional<Moment> after = query.text("to").map(finder()::find);
        MomentComparison comparison = new MomentComparison(view.store(), view.clock(), Progress.NONE);
        List<Map<String, Object>> parts = new ArrayList<>();
        for (Sides sides : comparison.sides(before, after)) {
            if (sides.isState()) {
                comparison
                        .values(sides)
                        .map(ContainerShape::differences)
                        .ifPresent(differences ->
                                parts.add(Shapes.object("subject", sides.subject(), "differences", differences)));
            } else {
                for (List<FileDelta> deltas : comparison.files(sides).stream().toList()) {
                    parts.add(Shapes.object("subject", sides.subject(), "files", shapes(deltas)));
                }
            }
        }
        Answer.json(
                ctx,
                Shapes.object(
                        "beforeId", before.id().hex(),
                        "afterId", after.map(moment -> moment.id().hex()).orElse(null),
                        "parts", parts));
    }

    private List<Map<String, Object>> shapes(List<FileDelta> deltas) throws IOException {
        LineCounter counter = new LineCounter(view.content());
        List<Map<String, Object>> files = new ArrayList<>();
        for (FileDelta delta : deltas) {
            files.add(Shapes.delta(delta, counter.count(delta)));
        }
        return files;
    }

    private void restore(Context ctx) {
        Body body = new Body(ctx);
        bring(ctx, finder().find(body.required("moment")), Trigger.RESTORE, body);
    }

    private void remove(Context ctx) {
        Moment moment = finder().find(new Body(ctx).required("moment"));
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
        Answer.json(ctx, Shapes.moment(finder().find(ctx.pathParam("id"))));
    }
}

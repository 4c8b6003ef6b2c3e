package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.moment.MomentFinder;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;

/** What was taken together. */
public final class MomentsResource implements Route.Group {
    private final StoreView view;

    public MomentsResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/moments", "Lists the moments, newest first.", this::list)
                        .with("limit", "At most so many; 50, and never more than 1000."),
                Route.get(Route.API + "/moments/{id}", "One moment and its parts.", this::show));
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

    private void show(Context ctx) {
        Answer.json(ctx, Shapes.moment(new MomentFinder(view.store().moments()).find(ctx.pathParam("id"))));
    }
}

package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.retention.StoreStatistics;
import io.snapdsl.engine.shape.StatsShape;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Route;
import java.util.List;

/** What the store holds and what that takes. */
public final class StatsResource implements Route.Group {
    private final StoreView view;

    public StatsResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(Route.API + "/stats", "What the store holds and takes on disk.", this::show));
    }

    private void show(Context ctx) {
        SnapshotStore store = view.store();
        Answer.json(
                ctx,
                StatsShape.of(
                        store,
                        new StoreStatistics(store).totals(),
                        store.content().sizes(),
                        view.clock().instant()));
    }
}

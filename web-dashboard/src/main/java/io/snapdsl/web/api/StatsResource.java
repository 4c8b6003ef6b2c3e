package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.shape.StatsShape;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.web.Figures.Counted;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Refusal;
import io.snapdsl.web.http.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the store holds and what that takes. */
public final class StatsResource implements Route.Group {
    /** Only the first count of a large store takes longer than that; after it the last one is told. */
    private static final Duration PATIENCE = Duration.ofMillis(150);

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
        Counted counted = view.figures()
                .within(PATIENCE)
                .orElseThrow(() -> new Refusal(503, "The store is still being counted.", "Ask again in a moment."));
        Map<String, Object> shape = StatsShape.of(
                store, counted.totals(), counted.sizes(), view.clock().instant());
        shape.put("countedAt", counted.at());
        Answer.json(ctx, shape);
    }
}

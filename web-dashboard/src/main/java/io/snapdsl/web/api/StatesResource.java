package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.States;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;

/** What agents knew, and what happened in their sessions. */
public final class StatesResource implements Route.Group {
    private final StoreView view;

    public StatesResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/checkpoints", "Lists the checkpoints of a state, newest first.", this::list)
                        .needing("state", "Its name.")
                        .with("cursor", "Where to go on: 'next' of the answer before.")
                        .with("limit", "At most so many; 50, and never more than 500."),
                Route.get(Route.API + "/checkpoint", "A checkpoint with its state.", view.reading(this::show))
                        .needing("state", "Its name.")
                        .with("number", "Which; the newest if it is left out."),
                Route.get(Route.API + "/session/events", "What happened in an agent run, oldest first.", this::happened)
                        .needing("name", "The run's name.")
                        .with("after", "Only later than this logical time.")
                        .with("limit", "At most so many; 100, and never more than 1000."));
    }

    private States states() {
        return new States(view.store(), view.clock());
    }

    private void list(Context ctx) {
        Query query = new Query(ctx);
        State state = states().named(query.required("state"));
        List<Checkpoint> page = view.store()
                .checkpoints()
                .entries(state.id(), query.number("cursor").orElse(Long.MAX_VALUE), query.limit(50, 500));
        long last = page.isEmpty() ? 1 : page.get(page.size() - 1).number();
        Answer.json(
                ctx,
                Shapes.object(
                        "checkpoints",
                        page.stream().map(StateShape::checkpoint).toList(),
                        "next",
                        last > 1 ? String.valueOf(last) : null));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        State state = states().named(query.required("state"));
        Restored found = states().restore(
                        state,
                        query.number("number")
                                .orElseGet(() -> view.store()
                                        .checkpoints()
                                        .end(state.id())
                                        .number()));
        Map<String, Object> shape = StateShape.checkpoint(found.checkpoint());
        shape.put("value", found.state());
        Answer.json(ctx, shape);
    }

    private void happened(Context ctx) {
        Query query = new Query(ctx);
        AgentSession session = SessionsResource.find(view, query.required("name"));
        Answer.json(
                ctx,
                Shapes.object(
                        "events",
                        view
                                .store()
                                .events()
                                .page(session.id(), query.number("after").orElse(0L), query.limit(100, 1000))
                                .stream()
                                .map(StateShape::event)
                                .toList()));
    }
}

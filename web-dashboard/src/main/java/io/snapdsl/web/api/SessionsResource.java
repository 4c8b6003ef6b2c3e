package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;

/** Agent runs. */
public final class SessionsResource implements Route.Group {
    private final StoreView view;

    public SessionsResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/sessions", "Lists agent runs, the last one started first.", this::list)
                        .with("limit", "At most so many; 50, and never more than 1000."),
                Route.get(Route.API + "/session", "One agent run and its snapshots, oldest first.", this::show)
                        .needing("name", "Its name."));
    }

    private void list(Context ctx) {
        int limit = new Query(ctx).limit(50, 1000);
        Answer.json(
                ctx,
                Shapes.object(
                        "sessions",
                        view.store().sessions().newest(limit).stream()
                                .map(Shapes::session)
                                .toList()));
    }

    private void show(Context ctx) {
        AgentSession session = find(view, new Query(ctx).required("name"));
        Map<String, Object> shape = Shapes.session(session);
        shape.put(
                "snapshots",
                view.store().sessions().snapshots(session.id()).stream()
                        .map(Shapes::snapshot)
                        .toList());
        Answer.json(ctx, shape);
    }

    public static AgentSession find(StoreView view, String name) {
        return view.store()
                .sessions()
                .find(name)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SESSION,
                        "There is no session '" + ByteText.display(name) + "'.",
                        "'snapdsl session list' names those there are."));
    }
}

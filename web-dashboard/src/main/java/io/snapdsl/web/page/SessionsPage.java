package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.SessionsResource;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** Agent runs, and each with its snapshots. */
public final class SessionsPage implements Route.Group {
    private static final int LISTED = 200;

    public record All(Frame frame, List<AgentSession> sessions) {}

    /** @param workspaces in which it changed something */
    public record One(Frame frame, AgentSession session, List<Snapshot> snapshots, List<Workspace> workspaces) {}

    private final StoreView view;

    public SessionsPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/sessions", this::list), Route.page("/session", this::show));
    }

    private void list(Context ctx) {
        Frame frame = new Frame("Sessions", "/sessions", Optional.of("snapdsl session list"), new Show(view));
        Template.render(ctx, "sessions", new All(frame, view.store().sessions().newest(LISTED)));
    }

    private void show(Context ctx) {
        AgentSession session = SessionsResource.find(view, new Query(ctx).required("name"));
        Frame frame = new Frame(
                "Session " + session.id(),
                "/sessions",
                Optional.of("snapdsl session show " + Command.quote(session.id())),
                new Show(view));
        List<Snapshot> snapshots = view.store().sessions().snapshots(session.id());
        List<Workspace> workspaces = snapshots.stream()
                .map(view::subjectOf)
                .filter(Workspace.class::isInstance)
                .map(Workspace.class::cast)
                .distinct()
                .toList();
        Template.render(ctx, "session", new One(frame, session, snapshots, workspaces));
    }
}

package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.container.BoundaryContainers;
import io.snapdsl.engine.container.ContainerBoundaries;
import io.snapdsl.engine.container.ContainerRecorder;
import io.snapdsl.engine.continuity.BoundarySnapshot;
import io.snapdsl.engine.continuity.RunBoundaries;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.shape.SessionShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

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
                        .with("cursor", "Where to go on: 'next' of the answer before.")
                        .with("limit", "At most so many; 50, and never more than 1000."),
                Route.get(Route.API + "/session", "One agent run and its snapshots, oldest first.", this::show)
                        .needing("name", "Its name."),
                Route.post(Route.API + "/sessions/start", "Starts an agent run.", this::start)
                        .with("name", "What to call it; else one is made up.")
                        .with("tool", "The agent.")
                        .with("goal", "What it is to do.")
                        .with("subject", "The workspace it works in: what is there is kept as a snapshot first.")
                        .with("containers", "A list: these are kept, too, and again when it ends."),
                Route.post(Route.API + "/sessions/end", "Ends an agent run.", this::end)
                        .with("name", "Which; may be left out where only one is open.")
                        .with("outcome", "What came of it.")
                        .with("subject", "The workspace it worked in: what has changed is kept as a snapshot."));
    }

    private void list(Context ctx) {
        Query query = new Query(ctx);
        int limit = query.limit(50, 1000);
        List<AgentSession> page = query.text("cursor")
                .map(last -> view.store().sessions().behind(last, limit))
                .orElseGet(() -> view.store().sessions().newest(limit));
        Answer.json(
                ctx,
                Shapes.object(
                        "sessions",
                        page.stream().map(Shapes::session).toList(),
                        "next",
                        page.size() < limit ? null : page.get(limit - 1).id()));
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

    private void start(Context ctx) {
        Body body = new Body(ctx);
        String tool = body.text("tool").orElse("");
        String goal = body.text("goal").orElse("");
        Optional<Workspace> workspace = workspace(body);
        AgentSession started = body.text("name")
                .map(name -> sessions().start(name, tool, goal))
                .orElseGet(() -> sessions().start(tool, goal));
        BoundarySnapshot before =
                BoundarySnapshot.of(() -> workspace.flatMap(one -> boundaries().start(one, started.id())));
        BoundaryContainers containers =
                BoundaryContainers.start(body.texts("containers"), started.id(), this::containers);
        Answer.json(ctx, SessionShape.of(started, before, containers));
    }

    private void end(Context ctx) {
        Body body = new Body(ctx);
        AgentSession session = body.text("name")
                .map(sessions()::find)
                .orElseGet(() -> sessions().theOpenOne());
        Optional<Workspace> workspace = workspace(body);
        BoundarySnapshot after =
                BoundarySnapshot.of(() -> workspace.flatMap(one -> boundaries().end(one, session.id())));
        BoundaryContainers containers = BoundaryContainers.end(view.store(), session.id(), this::containers);
        AgentSession ended = sessions().end(session.id(), body.text("outcome").orElse(""));
        Answer.json(ctx, SessionShape.of(ended, after, containers));
    }

    private ContainerBoundaries containers() {
        return new ContainerBoundaries(
                view.store(), new ContainerRecorder(view.store(), view.containers(), view.clock(), Progress.NONE));
    }

    private Optional<Workspace> workspace(Body body) {
        return body.text("subject").map(name -> new WorkspaceActions(view).workspace(view.subject(Optional.of(name))));
    }

    private RunBoundaries boundaries() {
        return new RunBoundaries(view.store(), new WorkspaceCapture(view.store(), Progress.NONE), view.clock());
    }

    private AgentSessions sessions() {
        return new AgentSessions(view.store().sessions(), view.clock(), new SplittableRandom());
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

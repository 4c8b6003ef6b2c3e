package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is protected. */
public final class SubjectsResource implements Route.Group {
    private final StoreView view;

    public SubjectsResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(
                Route.API + "/subjects", "Lists the workspaces, containers and states of the store.", this::list));
    }

    private void list(Context ctx) {
        Answer.json(
                ctx,
                Shapes.object(
                        "subjects",
                        view.store().subjects().all().stream().map(this::shape).toList()));
    }

    private Map<String, Object> shape(Subject subject) {
        Optional<Snapshot> head = view.catalog().head(subject.id());
        Map<String, Object> shape = Shapes.object(
                "subject", subject.name(),
                "kind", subject.kind(),
                "snapshots", view.catalog().timeline(subject.id()).count(),
                "newest", head.map(newest -> newest.facts().time()).orElse(null),
                "newestId", head.map(newest -> newest.id().hex()).orElse(null));
        if (subject instanceof Workspace workspace) {
            shape.put("directory", workspace.directory());
        }
        return shape;
    }
}

package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.SearchRun;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;

/** Finds a text in goals, paths and contents. */
public final class SearchResource implements Route.Group {
    private final StoreView view;

    public SearchResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(
                        Route.API + "/search",
                        "Finds a text in a subject's goals, and in the paths and contents of its newest snapshot.",
                        view.reading(this::search))
                .needing("q", "The text, in any case.")
                .with("subject", "Its name; may be left out where there is only one."));
    }

    private void search(Context ctx) {
        Query query = new Query(ctx);
        SearchRun.Found found = SearchRun.search(view, view.subject(query), query.required("q"));
        Answer.json(
                ctx,
                Shapes.object(
                        "snapshots",
                                found.goals().stream().map(Shapes::snapshot).toList(),
                        "paths",
                                found.paths().stream()
                                        .map(path -> Shapes.path("path", path))
                                        .toList(),
                        "lines",
                                found.lines().stream()
                                        .map(SearchResource::shape)
                                        .toList(),
                        "complete", found.complete()));
    }

    private static Map<String, Object> shape(SearchRun.Line line) {
        Map<String, Object> shape = Shapes.path("path", line.path());
        shape.put("line", line.number());
        shape.put("text", line.text());
        return shape;
    }
}

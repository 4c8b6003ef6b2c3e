package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.SearchRun;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds a text in goals, paths and contents. */
public final class SearchResource implements Route.Group {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

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
                .with("subject", "Its name; may be left out where there is only one.")
                .with("cursor", "Where to go on in the files: 'next' of the answer before."));
    }

    private void search(Context ctx) {
        Query query = new Query(ctx);
        Subject subject = view.subject(query);
        String text = query.required("q");
        Optional<TreePath> cursor = query.text("cursor").map(SearchResource::path);
        Optional<Snapshot> newest = view.catalog().head(subject.id()).filter(head -> !head.isRemoved());
        SearchRun.Files files = newest.map(
                        head -> SearchRun.files(view, head, text, cursor.orElse(TreePath.ROOT), PATIENCE))
                .orElse(SearchRun.Files.NONE);
        List<Snapshot> goals = cursor.isPresent()
                ? List.of()
                : SearchRun.goals(view, subject, text).snapshots();
        Answer.json(
                ctx,
                Shapes.object(
                        "snapshots",
                        goals.stream().map(Shapes::snapshot).toList(),
                        "paths",
                        files.paths().stream()
                                .map(path -> Shapes.path("path", path))
                                .toList(),
                        "lines",
                        files.lines().stream().map(SearchResource::shape).toList(),
                        "complete",
                        files.reached().isEmpty(),
                        "next",
                        files.reached()
                                .map(path ->
                                        Base64.getUrlEncoder().withoutPadding().encodeToString(path.bytes()))
                                .orElse(null)));
    }

    private static TreePath path(String cursor) {
        try {
            return TreePath.of(Base64.getUrlDecoder().decode(cursor));
        } catch (IllegalArgumentException e) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "'cursor' is none.", "Hand in 'next' of the answer before as it is.", e);
        }
    }

    private static Map<String, Object> shape(SearchRun.Line line) {
        Map<String, Object> shape = Shapes.path("path", line.path());
        shape.put("line", line.number());
        shape.put("text", line.text());
        return shape;
    }
}

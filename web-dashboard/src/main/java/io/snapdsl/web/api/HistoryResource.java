package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.PathVersion;
import io.snapdsl.engine.history.FileHistory;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every version of one file. */
public final class HistoryResource implements Route.Group {
    private final StoreView view;

    public HistoryResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(
                        Route.API + "/history", "Lists the versions of a file, newest first.", view.reading(this::list))
                .needing("path", "The file, percent-encoded byte for byte.")
                .with("subject", "Whose; may be left out where there is only one.")
                .with("cursor", "Where to go on: 'next' of the answer before.")
                .with("limit", "At most so many; 100, and never more than 1000."));
    }

    private void list(Context ctx) {
        Query query = new Query(ctx);
        query.required("path");
        Subject subject = view.subject(query);
        TreePath path = query.path("path");
        FileHistory history = new FileHistory(view.catalog(), view.trees(), path);
        Optional<Long> cursor = query.number("cursor");
        SnapshotLog.Page page = new SnapshotLog(view.catalog(), subject)
                .page(
                        cursor.orElse(Long.MAX_VALUE),
                        query.limit(100, 1000),
                        Integer.MAX_VALUE,
                        Optional.empty(),
                        history::changedIn);
        if (page.snapshots().isEmpty() && cursor.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_PATH,
                    "No snapshot of " + subject.name() + " has " + path + ".",
                    "Look at what the newest one holds, or search for a part of the name.");
        }
        Map<String, Object> shape = Shapes.path("path", path);
        shape.put(
                "versions",
                page.snapshots().stream()
                        .map(one -> Shapes.version(PathVersion.of(one, path, view.catalog(), view.content())))
                        .toList());
        shape.put("next", SnapshotQuery.next(page));
        Answer.json(ctx, shape);
    }
}

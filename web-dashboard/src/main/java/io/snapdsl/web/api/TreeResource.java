package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import io.snapdsl.web.security.ResponseHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What a snapshot holds: its directories and its files. */
public final class TreeResource implements Route.Group {
    private static final String SNAPSHOT = Route.API + "/snapshots/{id}";

    private final StoreView view;

    public TreeResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(SNAPSHOT + "/tree", "Lists a directory.", view.reading(this::list))
                        .with("path", "The directory, percent-encoded byte for byte; the root if it is left out.")
                        .with("subject", "What @latest, @1 and times refer to."),
                Route.get(
                                SNAPSHOT + "/content",
                                "The bytes of a file, or the target of a link.",
                                view.reading(this::content))
                        .needing("path", "The file, percent-encoded byte for byte.")
                        .with("subject", "What @latest, @1 and times refer to.")
                        .with(Secrets.PARAMETER, "shown: a container's settings with its passwords and keys.")
                        .answering("application/octet-stream"));
    }

    private void list(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        TreePath path = query.path("path");
        Map<String, Object> shape = Shapes.path("path", path);
        shape.put(
                "entries",
                view.directory(snapshot, path).entries().stream()
                        .map(entry -> Shapes.entry(path.resolve(entry.name()), entry))
                        .toList());
        Answer.json(ctx, shape);
    }

    private void content(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        TreePath path = query.path("path");
        TreeEntry entry = view.entry(snapshot, path);
        ResponseHeaders.lockIn(ctx);
        ctx.contentType("application/octet-stream").header("Content-Disposition", "attachment");
        if (entry instanceof SymlinkEntry link) {
            ctx.result(link.target());
        } else if (entry instanceof FileEntry file
                && Secrets.isSettings(view.subjectOf(snapshot), path)
                && !Secrets.areShown(query)) {
            if (!Answer.isKnown(ctx, file.content().hash().hex() + "-masked")) {
                ByteArrayOutputStream settings = new ByteArrayOutputStream();
                view.content().copy(file.content(), settings);
                ctx.result(Secrets.masked(settings.toByteArray()));
            }
        } else if (entry instanceof FileEntry file) {
            if (!Answer.isKnown(ctx, file.content().hash().hex())) {
                ctx.res().setContentLengthLong(file.size());
                ctx.disableCompression();
                view.content().copy(file.content(), ctx.outputStream());
            }
        } else {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_PATH,
                    path + " is a " + Shapes.kind(entry) + " in snapshot "
                            + snapshot.id().shortHex() + ".",
                    "Name a file.");
        }
    }
}

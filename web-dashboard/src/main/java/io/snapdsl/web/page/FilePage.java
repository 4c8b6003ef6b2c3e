package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.capture.PathVersion;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.history.FileHistory;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Every version of one file, and the difference between any two of them. */
public final class FilePage implements Route.Group {
    private static final int PIECE = 100;
    /** Snapshots looked at for one page: where a file changed seldom, better few versions and a way on than a long wait. */
    private static final int PATIENCE = 500;

    /** @param size empty where the file was deleted */
    /** @param missing what became of it where there is no size */
    public record Version(Snapshot snapshot, Optional<String> size, String missing) {}

    /**
     * @param cursor where this part of the history begins; empty at its newest end
     * @param next where to look further back; null at the end
     */
    public record Model(
            Frame frame,
            Subject subject,
            TreePath path,
            Optional<Long> cursor,
            List<Version> versions,
            String from,
            String to,
            Optional<DiffView> diff,
            String next) {

        /** What stands where no version does. */
        public String nothing() {
            if (next != null) {
                return "None among the snapshots looked at so far.";
            }
            return cursor.isPresent() ? "No older version." : "No snapshot of this subject has such a file.";
        }
    }

    private final StoreView view;

    public FilePage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/file", view.reading(this::show)));
    }

    private void show(Context ctx) throws IOException {
        Query query = new Query(ctx);
        query.required("path");
        Subject subject = view.subject(query);
        TreePath path = query.path("path");
        Optional<Long> cursor = query.number("cursor");
        FileHistory history = new FileHistory(view.catalog(), view.trees(), path);
        SnapshotLog.Page page = new SnapshotLog(view.catalog(), subject)
                .page(cursor.orElse(Long.MAX_VALUE), PIECE, PATIENCE, Optional.empty(), history::changedIn);
        List<Version> versions = page.snapshots().stream()
                .map(one -> version(PathVersion.of(one, path, view.catalog(), view.content())))
                .toList();
        String all = Link.history(subject.name(), path);
        String here = all + cursor.map(number -> "&cursor=" + number).orElse("");
        String to = query.text("to").orElse(idOf(versions, 0));
        String from = query.text("from").orElse(idOf(versions, 1));
        Frame frame =
                new Frame(path.toString(), "/timeline", Optional.of(Command.history(subject, path)), new Show(view));
        Template.render(
                ctx,
                "versions",
                new Model(
                        frame,
                        subject,
                        path,
                        cursor,
                        versions,
                        from,
                        to,
                        diff(from, to, path, query, here),
                        page.next().isPresent() ? all + "&cursor=" + page.next().getAsLong() : null));
    }

    private Optional<DiffView> diff(String from, String to, TreePath path, Query query, String here)
            throws IOException {
        if (to.isEmpty() || from.isEmpty()) {
            return Optional.empty();
        }
        Snapshot left = view.snapshot(from, query);
        Snapshot right = view.snapshot(to, query);
        return Optional.of(DiffView.of(
                FileDeltas.among(
                        StateComparison.between(Optional.of(left), right, view.content()),
                        one -> one.startsWith(path) && !Secrets.isSettings(view.subjectOf(right), one)),
                view.content(),
                query,
                here + "&from=" + left.id().hex() + "&to=" + right.id().hex()));
    }

    private Version version(PathVersion found) {
        return new Version(
                found.snapshot(),
                found.entry().map(this::size),
                found.uncovered().map(Uncovered::reason).orElse("deleted"));
    }

    private static String idOf(List<Version> versions, int index) {
        return index < versions.size() ? versions.get(index).snapshot().id().hex() : "";
    }

    private String size(TreeEntry entry) {
        return entry instanceof FileEntry file ? new Show(view).size(file.size()) : "";
    }
}

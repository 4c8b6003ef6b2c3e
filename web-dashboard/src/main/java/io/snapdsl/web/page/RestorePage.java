package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Restoring;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** Back to a snapshot: first what would change, then, when somebody confirms it, what did; and the way back from there. */
public final class RestorePage implements Route.Group {
    private static final int LISTED = 500;

    /**
     * @param done whether it has happened, or is only looked at
     * @param action where the form that does it leads
     */
    public record Model(Frame frame, Workspace workspace, Report report, boolean done, String action, int listed) {}

    private final StoreView view;
    private final Restoring restoring;

    public RestorePage(StoreView view) {
        this.view = view;
        this.restoring = new Restoring(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/snapshots/{id}/restore", ctx -> restore(ctx, true)),
                new Route(
                        HandlerType.POST,
                        "/snapshots/{id}/restore",
                        "",
                        List.of(),
                        "text/html",
                        ctx -> restore(ctx, false)),
                Route.page("/undo", ctx -> undo(ctx, true)),
                new Route(HandlerType.POST, "/undo", "", List.of(), "text/html", ctx -> undo(ctx, false)));
    }

    private void restore(Context ctx, boolean dryRun) {
        Query query = new Query(ctx);
        var target = view.snapshot(ctx.pathParam("id"), query);
        Workspace workspace = restoring.workspace(view.subjectOf(target));
        TreePath path = query.path("path");
        Report report = restoring.restore(workspace, target, path.isRoot() ? List.of() : List.of(path), dryRun);
        String command = "snapdsl restore " + target.id().shortHex() + (path.isRoot() ? "" : " " + Command.quote(path));
        render(ctx, workspace, report, dryRun, Link.in(target, "restore", path), command);
    }

    private void undo(Context ctx, boolean dryRun) {
        Workspace workspace = restoring.workspace(view.subject(new Query(ctx)));
        Report report = restoring.undo(workspace, dryRun);
        render(ctx, workspace, report, dryRun, "/undo?subject=" + Link.encode(workspace.name()), "snapdsl undo");
    }

    private void render(
            Context ctx, Workspace workspace, Report report, boolean dryRun, String action, String command) {
        String place = "snapdsl -C " + Command.quote(workspace.directory().toString());
        Frame frame = new Frame(
                dryRun ? "Restore?" : "Restored",
                "/timeline",
                Optional.of(command.replaceFirst("snapdsl", java.util.regex.Matcher.quoteReplacement(place))
                        + (dryRun ? " --dry-run" : "")),
                new Show(view.clock()));
        Template.render(ctx, "restore", new Model(frame, workspace, report, !dryRun, action, LISTED));
    }
}

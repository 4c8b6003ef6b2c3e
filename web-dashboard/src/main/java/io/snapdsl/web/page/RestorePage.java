package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
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
    private final WorkspaceActions actions;

    public RestorePage(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/snapshots/{id}/restore", ctx -> restore(ctx, true)),
                Route.action("/snapshots/{id}/restore", ctx -> restore(ctx, false)),
                Route.page("/undo", ctx -> undo(ctx, true)),
                Route.action("/undo", ctx -> undo(ctx, false)),
                Route.page("/redo", ctx -> redo(ctx, true)),
                Route.action("/redo", ctx -> redo(ctx, false)));
    }

    private void restore(Context ctx, boolean dryRun) {
        Query query = new Query(ctx);
        Snapshot target = view.snapshot(ctx.pathParam("id"), query);
        if (view.subjectOf(target) instanceof Container) {
            ctx.redirect(Link.snapshot(target) + "/container");
            return;
        }
        Workspace workspace = actions.workspace(view.subjectOf(target));
        TreePath path = query.path("path");
        Report report = actions.restore(workspace, target, path.isRoot() ? List.of() : List.of(path), dryRun);
        String command = "snapdsl restore " + target.id().shortHex() + (path.isRoot() ? "" : " " + Command.quote(path));
        render(ctx, workspace, report, dryRun, Link.in(target, "restore", path), command);
    }

    private void undo(Context ctx, boolean dryRun) {
        Workspace workspace = actions.workspace(view.subject(new Query(ctx)));
        Report report = actions.undo(workspace, dryRun);
        render(ctx, workspace, report, dryRun, "/undo?subject=" + Link.encode(workspace.name()), "snapdsl undo");
    }

    private void redo(Context ctx, boolean dryRun) {
        Workspace workspace = actions.workspace(view.subject(new Query(ctx)));
        Report report = actions.redo(workspace, dryRun);
        render(ctx, workspace, report, dryRun, "/redo?subject=" + Link.encode(workspace.name()), "snapdsl redo");
    }

    private void render(
            Context ctx, Workspace workspace, Report report, boolean dryRun, String action, String command) {
        Frame frame = new Frame(
                dryRun ? "Restore?" : "Restored",
                "/timeline",
                Optional.of(Command.in(workspace, command) + (dryRun ? " --dry-run" : "")),
                new Show(view.clock()));
        Template.render(ctx, "restore", new Model(frame, workspace, report, !dryRun, action, LISTED));
    }
}

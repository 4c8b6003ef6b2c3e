package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.Step;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Back to a snapshot: first what would change, then, when somebody confirms it, what did; and the way back from there. */
public final class RestorePage implements Route.Group {
    private static final int LISTED = 500;

    /**
     * @param done whether it has happened, or is only looked at
     * @param action where the form that does it leads
     * @param command that does the same
     * @param diff what would change, line by line; empty where nothing would
     */
    public record Model(
            Frame frame,
            Workspace workspace,
            Report report,
            boolean done,
            String action,
            String command,
            int listed,
            Optional<DiffView> diff) {}

    private final StoreView view;
    private final WorkspaceActions actions;

    public RestorePage(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/snapshots/{id}/restore", view.reading(ctx -> restore(ctx, true))),
                Route.action("/snapshots/{id}/restore", ctx -> restore(ctx, false)),
                Route.page("/undo", view.reading(ctx -> undo(ctx, true))),
                Route.action("/undo", ctx -> undo(ctx, false)),
                Route.page("/redo", view.reading(ctx -> redo(ctx, true))),
                Route.action("/redo", ctx -> redo(ctx, false)));
    }

    private void restore(Context ctx, boolean dryRun) throws IOException {
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

    private void undo(Context ctx, boolean dryRun) throws IOException {
        Workspace workspace = actions.workspace(view.subject(new Query(ctx)));
        Report report = actions.undo(workspace, "", dryRun);
        render(ctx, workspace, report, dryRun, "/undo?subject=" + Link.encode(workspace.name()), "snapdsl undo");
    }

    private void redo(Context ctx, boolean dryRun) throws IOException {
        Workspace workspace = actions.workspace(view.subject(new Query(ctx)));
        Report report = actions.redo(workspace, "", dryRun);
        render(ctx, workspace, report, dryRun, "/redo?subject=" + Link.encode(workspace.name()), "snapdsl redo");
    }

    private void render(Context ctx, Workspace workspace, Report report, boolean dryRun, String action, String command)
            throws IOException {
        String doing = Command.in(workspace, command);
        Frame frame = new Frame(
                dryRun ? "Restore?" : "Restored",
                "/timeline",
                Optional.of(doing + (dryRun ? " --dry-run" : "")),
                new Show(view));
        Template.render(
                ctx,
                "restore",
                new Model(
                        frame,
                        workspace,
                        report,
                        !dryRun,
                        action,
                        doing,
                        LISTED,
                        dryRun ? diff(ctx, workspace, report, action) : Optional.empty()));
    }

    /** Of what would be touched; what is there now and in no snapshot yet can't be shown without being kept. */
    private Optional<DiffView> diff(Context ctx, Workspace workspace, Report report, String here) throws IOException {
        Set<TreePath> touched = report.done().plan().first(LISTED).stream()
                .filter(step -> !(step instanceof Step.Keep))
                .map(Step::path)
                .collect(Collectors.toSet());
        Optional<Hash> newest = view.catalog()
                .head(workspace.id())
                .filter(head -> !head.isRemoved())
                .map(Snapshot::root);
        if (newest.isEmpty() || touched.isEmpty()) {
            return Optional.empty();
        }
        List<FileDelta> deltas = new FileDeltas(new TreeComparison(view.trees()))
                .between(newest, Optional.of(report.target().root()), touched::contains);
        return Optional.of(DiffView.of(deltas, view.content(), new Query(ctx), here))
                .filter(diff -> diff.total() > 0);
    }
}

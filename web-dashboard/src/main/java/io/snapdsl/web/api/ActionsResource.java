package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.retention.Pinning;
import io.snapdsl.engine.revert.What;
import io.snapdsl.engine.revert.WorkspaceRevert;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.shape.RestoreShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.shape.SnapShape;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.WorkspaceActions.Taken;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Route;
import io.snapdsl.web.page.RevertPage;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What changes a history without going back in it: snapshots, pins, and taking single changes back. */
public final class ActionsResource implements Route.Group {
    private final StoreView view;
    private final WorkspaceActions actions;

    public ActionsResource(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.post(Route.API + "/snap", "Takes a snapshot of a workspace.", this::snap)
                        .with("subject", "Its name; may be left out where there is only one.")
                        .with("goal", "What this state is about.")
                        .with("tool", "The tool that made the changes.")
                        .with("session", "The agent run it belongs to.")
                        .with("files", "A list: those that were meant to be changed; all if it is left out.")
                        .with("tags", "A list of words to mark it with.")
                        .with("force", "true: take unknown changes in where the workspace is strict about them."),
                Route.post(Route.API + "/pin", "Pins a snapshot: no retention removes it.", this::pin)
                        .needing("snapshot", "An id or its beginning, @latest, @1, a time.")
                        .with("subject", "What @latest, @1 and times refer to.")
                        .with("reason", "Why."),
                Route.post(Route.API + "/unpin", "Gives a pin up.", this::unpin)
                        .needing("snapshot", "An id or its beginning, @latest, @1, a time.")
                        .with("subject", "What @latest, @1 and times refer to."),
                Route.post(Route.API + "/revert", "Takes back what a snapshot or a session changed.", this::revert)
                        .with("snapshot", "Of which snapshot; this, several or a session.")
                        .with("snapshots", "A list: of all of these.")
                        .with("session", "Of which agent run.")
                        .with("reason", "Why, for the history.")
                        .with("inSession", "The agent run that this itself belongs to.")
                        .with("subject", "The workspace; may be left out where there is only one.")
                        .with(
                                "resolution",
                                "What to do in a conflict: ours, theirs or merge-markers; else nothing is done.")
                        .with("dryRun", "true to only be told what would be done."));
    }

    private void snap(Context ctx) {
        Body body = new Body(ctx);
        Workspace workspace = actions.workspace(view.subject(body.text("subject")));
        List<TreePath> files =
                body.texts("files").stream().map(RestoreResource::path).toList();
        Note note = Note.manual(
                        body.text("tool").orElse(""),
                        body.text("goal").orElse(""),
                        body.text("session").map(AgentSessions::usable).orElse(""))
                .announcing(files)
                .tagged(body.texts("tags"));
        Taken taken = actions.snap(workspace, note, body.flag("force"));
        IgnoreRules rules = new WorkspaceCapture(view.store(), Progress.NONE).rules(workspace);
        Answer.json(
                ctx,
                SnapShape.of(taken.recorded(), taken.consolidation(), rules.leavingOut(files, workspace.directory())));
    }

    private void pin(Context ctx) {
        Body body = new Body(ctx);
        Snapshot snapshot = view.snapshot(body.required("snapshot"), body.text("subject"));
        new Pinning(view.store(), view.clock())
                .pin(List.of(snapshot), body.text("reason").orElse(""));
        answer(ctx, snapshot);
    }

    private void unpin(Context ctx) {
        Body body = new Body(ctx);
        Snapshot snapshot = view.snapshot(body.required("snapshot"), body.text("subject"));
        new Pinning(view.store(), view.clock()).unpin(List.of(snapshot));
        answer(ctx, snapshot);
    }

    private void answer(Context ctx, Snapshot snapshot) {
        Answer.json(ctx, Shapes.snapshot(snapshot, view.store().pins().of(snapshot.id())));
    }

    private void revert(Context ctx) {
        Body body = new Body(ctx);
        boolean dryRun = body.flag("dryRun");
        Workspace workspace = actions.workspace(view.subject(body.text("subject")));
        WorkspaceRevert.Report report = actions.revert(
                workspace,
                what(body),
                body.text("resolution").map(RevertPage::resolution),
                body.text("reason").orElse(""),
                body.text("inSession").map(AgentSessions::usable).orElse(""),
                dryRun);
        Map<String, Object> shape = Shapes.object(
                "reverted",
                        report.reverted().stream()
                                .map(snapshot -> snapshot.id().hex())
                                .toList(),
                "dryRun", dryRun,
                "conflicts",
                        report.conflicts().stream()
                                .map(conflict -> RestoreShape.problem(conflict.path(), conflict.reason()))
                                .toList());
        if (report.done().isEmpty()) {
            ctx.status(HttpStatus.CONFLICT);
        }
        report.done().ifPresent(done -> RestoreShape.add(done, shape));
        Answer.json(ctx, shape);
    }

    private What what(Body body) {
        List<String> named = Stream.concat(body.text("snapshot").stream(), body.texts("snapshots").stream())
                .toList();
        if (named.isEmpty() == body.text("session").isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "Either snapshots or a session are taken back.", "Send one of the two.");
        }
        return named.isEmpty()
                ? new What.Session(
                        SessionsResource.find(view, body.required("session")).id())
                : new What.Snapshots(named.stream()
                        .map(id -> view.snapshot(id, body.text("subject")))
                        .toList());
    }
}

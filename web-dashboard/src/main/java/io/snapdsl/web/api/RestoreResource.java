package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.shape.RestoreShape;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Route;
import java.util.List;

/** The ways back: restore, undo and redo. */
public final class RestoreResource implements Route.Group {
    private final StoreView view;
    private final WorkspaceActions actions;

    public RestoreResource(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.post(
                                Route.API + "/restore",
                                "Brings a snapshot's state back, or some paths of it.",
                                this::restore)
                        .needing("snapshot", "Its id, or @latest, @1… of the subject.")
                        .with("subject", "What @latest and @1 refer to; may be left out where there is only one.")
                        .with("paths", "A list of files and directories; everything if it is left out.")
                        .with("session", "The agent run it belongs to.")
                        .with("onlyIf", "The fingerprint that a dry run has shown: only if the plan is still that.")
                        .with("to", "The absolute path of an empty or new directory to restore to instead.")
                        .with("dryRun", "true: only say what would be done."),
                Route.post(Route.API + "/undo", "Goes one step back, also behind a restore.", this::undo)
                        .with("subject", "Which workspace; may be left out where there is only one.")
                        .with("session", "The agent run it belongs to.")
                        .with("dryRun", "true: only say what would be done."),
                Route.post(Route.API + "/redo", "Takes the newest undo back.", this::redo)
                        .with("subject", "Which workspace; may be left out where there is only one.")
                        .with("session", "The agent run it belongs to.")
                        .with("dryRun", "true: only say what would be done."));
    }

    private void restore(Context ctx) {
        Body body = new Body(ctx);
        Snapshot target = view.snapshot(body.required("snapshot"), body.text("subject"));
        Subject subject = view.subjectOf(target);
        List<TreePath> paths =
                body.texts("paths").stream().map(RestoreResource::path).toList();
        boolean dryRun = body.flag("dryRun");
        if (body.text("to").isPresent()) {
            answer(ctx, actions.restoreTo(TransferResource.directory(body, "to"), target, paths, dryRun), dryRun);
            return;
        }
        answer(
                ctx,
                actions.restore(
                        actions.workspace(subject),
                        target,
                        paths,
                        session(body),
                        body.text("onlyIf").map(RestoreResource::fingerprint),
                        dryRun),
                dryRun);
    }

    private static String session(Body body) {
        return body.text("session").map(AgentSessions::usable).orElse("");
    }

    private static Hash fingerprint(String text) {
        if (!text.matches("[0-9a-f]{64}")) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "'onlyIf' is no fingerprint.",
                    "Send the one that a dry run has shown, all 64 digits.");
        }
        return Hash.fromHex(text);
    }

    static TreePath path(String text) {
        try {
            return TreePath.of(text);
        } catch (DamagedContentException e) {
            throw new SnapdslException(
                    ErrorCode.UNSAFE_PATH,
                    "That path does not lie inside of a workspace.",
                    "Write it from the workspace's root, without '.', '..' or a slash at either end.",
                    e);
        }
    }

    private void undo(Context ctx) {
        Body body = new Body(ctx);
        boolean dryRun = body.flag("dryRun");
        answer(ctx, actions.undo(workspace(body), session(body), dryRun), dryRun);
    }

    private void redo(Context ctx) {
        Body body = new Body(ctx);
        boolean dryRun = body.flag("dryRun");
        answer(ctx, actions.redo(workspace(body), session(body), dryRun), dryRun);
    }

    private Workspace workspace(Body body) {
        return actions.workspace(view.subject(body.text("subject")));
    }

    private static void answer(Context ctx, Report report, boolean dryRun) {
        Answer.json(ctx, RestoreShape.of(report, dryRun));
    }
}

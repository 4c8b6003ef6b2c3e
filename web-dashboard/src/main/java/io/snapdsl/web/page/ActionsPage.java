package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.retention.Pinning;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;

/** What a button does at once; then the browser is shown what came of it. */
public final class ActionsPage implements Route.Group {
    private final StoreView view;
    private final WorkspaceActions actions;

    public ActionsPage(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.action("/snap", this::snap),
                Route.action("/snapshots/{id}/pin", this::pin),
                Route.action("/snapshots/{id}/unpin", this::unpin));
    }

    private void snap(Context ctx) {
        Workspace workspace = actions.workspace(view.subject(Form.text(ctx, "subject")));
        Note note = Note.manual("", Form.text(ctx, "goal").orElse(""), "");
        Snapshot taken = actions.snap(workspace, note, false).recorded().snapshot();
        ctx.redirect(Link.snapshot(taken), HttpStatus.SEE_OTHER);
    }

    private void pin(Context ctx) {
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), new Query(ctx));
        new Pinning(view.store(), view.clock())
                .pin(List.of(snapshot), Form.text(ctx, "reason").orElse(""));
        ctx.redirect(Link.snapshot(snapshot), HttpStatus.SEE_OTHER);
    }

    private void unpin(Context ctx) {
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), new Query(ctx));
        new Pinning(view.store(), view.clock()).unpin(List.of(snapshot));
        ctx.redirect(Link.snapshot(snapshot), HttpStatus.SEE_OTHER);
    }
}

package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.revert.Resolution;
import io.snapdsl.engine.revert.What;
import io.snapdsl.engine.revert.WorkspaceRevert.Report;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.api.SessionsResource;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Takes back what a snapshot or an agent's run changed, and keeps what came later: first looked at, then done. */
public final class RevertPage implements Route.Group {
    private static final int LISTED = 500;

    /**
     * @param what in words
     * @param done whether it has happened, or is only looked at
     * @param action where the form that does it leads
     * @param command that does the same
     * @param back where the way out leads
     */
    public record Model(
            Frame frame,
            Workspace workspace,
            String what,
            Report report,
            boolean done,
            String action,
            String command,
            String back,
            int listed) {
        /** Nobody has said yet what is to be done about what was changed again. */
        public boolean isUndecided() {
            return report.done().isEmpty();
        }
    }

    private final StoreView view;
    private final WorkspaceActions actions;

    public RevertPage(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/snapshots/{id}/revert", ctx -> snapshot(ctx, true)),
                Route.action("/snapshots/{id}/revert", ctx -> snapshot(ctx, false)),
                Route.page("/session/revert", ctx -> session(ctx, true)),
                Route.action("/session/revert", ctx -> session(ctx, false)));
    }

    private void snapshot(Context ctx, boolean dryRun) {
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), new Query(ctx));
        Workspace workspace = actions.workspace(view.subjectOf(snapshot));
        String name = snapshot.id().shortHex();
        revert(
                ctx,
                workspace,
                new What.Snapshots(List.of(snapshot)),
                new Words(name, name, Link.snapshot(snapshot) + "/revert", Link.snapshot(snapshot)),
                dryRun);
    }

    private void session(Context ctx, boolean dryRun) {
        Query query = new Query(ctx);
        AgentSession session = SessionsResource.find(view, query.required("name"));
        Workspace workspace = actions.workspace(view.subject(query));
        String address = "?name=" + Link.encode(session.id()) + "&subject=" + Link.encode(workspace.name());
        revert(
                ctx,
                workspace,
                new What.Session(session.id()),
                new Words(
                        "the session " + session.id(),
                        "--session " + Command.quote(session.id()),
                        "/session/revert" + address,
                        Link.session(session.id())),
                dryRun);
    }

    /** @param argument of the command that does the same */
    private record Words(String what, String argument, String action, String back) {}

    private void revert(Context ctx, Workspace workspace, What what, Words words, boolean dryRun) {
        Optional<Resolution> resolution = Form.text(ctx, "resolution")
                .or(() -> new Query(ctx).text("resolution"))
                .map(RevertPage::resolution);
        Report report = actions.revert(
                workspace, what, resolution, Form.text(ctx, "reason").orElse(""), "", dryRun);
        String doing = Command.in(workspace, "snapdsl revert " + words.argument);
        String command =
                doing + resolution.map(chosen -> " --" + word(chosen)).orElse("") + (dryRun ? " --dry-run" : "");
        Frame frame =
                new Frame(dryRun ? "Take back?" : "Taken back", "/timeline", Optional.of(command), new Show(view));
        boolean done = !dryRun && report.done().isPresent();
        if (!dryRun && !done) {
            ctx.status(HttpStatus.CONFLICT);
        }
        Template.render(
                ctx,
                "revert",
                new Model(frame, workspace, words.what, report, done, words.action, doing, words.back, LISTED));
    }

    public static String word(Resolution resolution) {
        return resolution.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Resolution resolution(String word) {
        return Stream.of(Resolution.values())
                .filter(one -> word(one).equals(word))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE, "There is no such way to decide.", "There are: ours, theirs, merge-markers."));
    }
}

package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.export.GitExport;
import io.snapdsl.engine.export.GitExport.Exported;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.interchange.SessionExport;
import io.snapdsl.engine.interchange.SessionImport;
import io.snapdsl.engine.replay.Replay;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Route;
import java.nio.file.Path;
import java.util.List;

/** What leaves the store for other tools, and comes in from them. */
public final class TransferResource implements Route.Group {
    private final StoreView view;

    public TransferResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.post(
                                Route.API + "/export",
                                "Writes a snapshot as a commit on a branch of the workspace's git repository.",
                                view.reading(this::commit))
                        .needing("snapshot", "An id or its beginning, @latest, @1, a time, a milestone's title.")
                        .needing("branch", "The branch to commit on; not the one that is checked out.")
                        .with("subject", "What @latest, @1 and times refer to.")
                        .with("message", "The commit's; else the snapshot's goal and id."),
                Route.post(
                                Route.API + "/session/export",
                                "Writes an agent run to a directory: snapshots.jsonl and events.jsonl.",
                                view.reading(this::exportSession))
                        .needing("name", "The run's name.")
                        .needing("to", "The directory's absolute path; made if need be."),
                Route.post(
                                Route.API + "/session/import",
                                "Brings in a run from snapshots.jsonl and events.jsonl: all of it or nothing.",
                                this::importSession)
                        .needing("from", "The directory's absolute path.")
                        .with("session", "The run, where the files don't name one.")
                        .with("state", "The state, where the files don't name one."));
    }

    private void commit(Context ctx) {
        Body body = new Body(ctx);
        Snapshot snapshot = view.snapshot(body.required("snapshot"), body.text("subject"));
        Workspace workspace = new WorkspaceActions(view).workspace(view.subjectOf(snapshot));
        String about = snapshot.note().goal().isBlank()
                ? "Snapshot " + snapshot.id().shortHex() + " of " + workspace.name()
                : snapshot.note().goal();
        Exported exported = new GitExport(view.store(), view.clock(), workspace)
                .export(
                        snapshot,
                        body.required("branch"),
                        body.text("message")
                                .orElse(about + "\n\nSnapdsl-Snapshot: "
                                        + snapshot.id().hex() + "\n"));
        Answer.json(
                ctx,
                Shapes.object(
                        "id", snapshot.id().hex(),
                        "commit", exported.commit(),
                        "branch", exported.branch(),
                        "parent", exported.parent().orElse(null),
                        "files", exported.files(),
                        "emptyDirectories", exported.emptyDirectories(),
                        "gitEntries", exported.gitEntries()));
    }

    private void exportSession(Context ctx) {
        Body body = new Body(ctx);
        AgentSession session = SessionsResource.find(view, body.required("name"));
        Path directory = directory(body, "to");
        Replay.Result result = new SessionExport(view.store()).export(session.id(), directory);
        Answer.json(
                ctx,
                Shapes.object(
                        "session", session.id(),
                        "directory", directory,
                        "events", result.events(),
                        "checkpoints", result.checkpoints()));
    }

    private void importSession(Context ctx) {
        Body body = new Body(ctx);
        SessionImport.Names names = new SessionImport.Names(body.text("session"), body.text("state"));
        SessionImport.Imported imported =
                new SessionImport(view.store(), names, view.clock().instant()).bringIn(directory(body, "from"));
        Answer.json(
                ctx,
                Shapes.object(
                        "session", imported.session(),
                        "events", imported.events(),
                        "checkpoints", imported.checkpoints()));
    }

    /** The server's own directory means nothing to who asks. */
    static Path directory(Body body, String field) {
        Path path = Path.of(body.required(field));
        if (!path.isAbsolute()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "'" + field + "' is not an absolute path.", "Begin it with a slash.");
        }
        return path.normalize();
    }
}

package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.IgnoreFile;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.ChangeShapes;
import io.snapdsl.engine.shape.PresentShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workspace as it is now, beside what its newest snapshot says. */
public final class PresentResource implements Route.Group {
    private static final String WHICH = "The workspace; may be left out where there is only one.";

    private final StoreView view;
    private final WorkspaceActions actions;

    public PresentResource(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/status", "What changed since the newest snapshot.", view.reading(this::status))
                        .with("subject", WHICH),
                Route.get(Route.API + "/sync", "Whether all is as the newest snapshot says.", view.reading(this::sync))
                        .with("subject", WHICH),
                Route.get(Route.API + "/ignore", "What snapshots leave out, and who says so.", this::ignored)
                        .with("subject", WHICH),
                Route.get(
                                Route.API + "/ignore/test",
                                "By which rule snapshots leave a file out, if by any.",
                                this::tested)
                        .with("subject", WHICH)
                        .needing("path", "The file, percent-encoded byte for byte.")
                        .with("directory", "true: it is one, also if it is not there."),
                Route.post(Route.API + "/ignore", "Writes a .snapshotignore with the default rules.", this::ignore)
                        .with("subject", WHICH)
                        .with("patterns", "A list of more rules.")
                        .with("force", "true: also if there is one."),
                Route.post(Route.API + "/reset-continuity", "Takes what is there for what should be.", this::reset)
                        .with("subject", WHICH)
                        .needing("reason", "Why, for the audit log.")
                        .with("session", "The agent run it belongs to."));
    }

    private void status(Context ctx) {
        Workspace workspace = workspace(ctx);
        var present = new WorkspaceCapture(view.store(), Progress.NONE).look(workspace);
        Optional<Snapshot> head = view.catalog().head(workspace.id());
        StateComparison changes = StateComparison.since(
                head.filter(snapshot -> !snapshot.isRemoved()).map(Snapshot::root), present, view.content());
        List<Uncovered> uncovered = changes.uncovered();
        Answer.json(
                ctx,
                PresentShape.status(
                        workspace,
                        view.store().checkup().directory(),
                        head,
                        present,
                        nothingHappened(changes, uncovered),
                        new ChangeShapes(changes).shapes(),
                        uncovered));
    }

    private void sync(Context ctx) {
        Workspace workspace = workspace(ctx);
        ChainLink.requireSound(view.catalog(), workspace.id());
        Snapshot head = view.snapshot("@latest", Optional.of(workspace.name()));
        var present = new WorkspaceCapture(view.store(), Progress.NONE).look(workspace);
        StateComparison changes = StateComparison.since(Optional.of(head.root()), present, view.content());
        List<Uncovered> uncovered = changes.uncovered();
        Answer.json(
                ctx,
                PresentShape.sync(
                        workspace,
                        head,
                        nothingHappened(changes, uncovered),
                        new ChangeShapes(changes).shapes("expected", "found"),
                        uncovered));
    }

    private static boolean nothingHappened(StateComparison changes, List<Uncovered> uncovered) {
        return changes.count().isEmpty() && uncovered.stream().noneMatch(Uncovered.Unreadable.class::isInstance);
    }

    private void ignored(Context ctx) {
        Workspace workspace = workspace(ctx);
        Answer.json(ctx, PresentShape.ignored(workspace.directory(), rules(workspace)));
    }

    private void tested(Context ctx) {
        Query query = new Query(ctx);
        query.required("path");
        Workspace workspace = workspace(ctx);
        TreePath path = query.path("path");
        boolean directory = query.text("directory").filter("true"::equals).isPresent()
                || Files.isDirectory(NativePaths.resolve(workspace.directory(), path), LinkOption.NOFOLLOW_LINKS);
        Answer.json(ctx, PresentShape.tested(path, rules(workspace).matchAnywhere(path, directory)));
    }

    private void ignore(Context ctx) throws IOException {
        Body body = new Body(ctx);
        Workspace workspace = actions.workspace(view.subject(body.text("subject")));
        Path file = IgnoreFile.create(workspace.directory(), body.texts("patterns"), body.flag("force"));
        Answer.json(
                ctx,
                Shapes.object(
                        "file", file, "patternCount", rules(workspace).rules().size()));
    }

    private IgnoreRules rules(Workspace workspace) {
        return new WorkspaceCapture(view.store(), Progress.NONE).rules(workspace);
    }

    private void reset(Context ctx) {
        Body body = new Body(ctx);
        Workspace workspace = actions.workspace(view.subject(body.text("subject")));
        var recorded = view.activity()
                .during(
                        "reset-continuity",
                        workspace.name(),
                        progress -> new OperationRecorder(
                                        view.store(), new WorkspaceCapture(view.store(), progress), view.clock())
                                .reset(
                                        workspace,
                                        body.required("reason"),
                                        body.text("session").orElse("")));
        Map<String, Object> shape = Shapes.snapshot(recorded.snapshot());
        shape.put("coverage", Shapes.coverage(recorded.coverage()));
        Answer.json(ctx, shape);
    }

    private Workspace workspace(Context ctx) {
        return actions.workspace(view.subject(new Query(ctx)));
    }
}

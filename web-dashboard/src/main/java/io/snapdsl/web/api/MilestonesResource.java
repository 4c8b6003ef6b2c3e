package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.milestone.MilestoneChanges;
import io.snapdsl.engine.milestone.MilestoneContents;
import io.snapdsl.engine.milestone.Span;
import io.snapdsl.engine.shape.MilestoneShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** Named stretches of a chain. */
public final class MilestonesResource implements Route.Group {
    private final StoreView view;

    public MilestonesResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/milestones", "Lists a subject's milestones, oldest first.", this::list)
                        .with("subject", "Its name; may be left out where there is only one."),
                Route.get(Route.API + "/milestone", "One milestone and its snapshots.", view.reading(this::show))
                        .needing("title", "Its title.")
                        .with("subject", "The workspace; may be left out where there is only one."),
                Route.post(Route.API + "/milestones/rm", "Gives up the newest milestone.", this::remove)
                        .needing("title", "Its title.")
                        .with("subject", "The workspace; may be left out where there is only one."),
                Route.post(
                                Route.API + "/milestones",
                                "Names a stretch of a workspace's history; its snapshots can't be removed from then on.",
                                this::create)
                        .needing("title", "What to call it.")
                        .with("subject", "The workspace; may be left out where there is only one.")
                        .with("description", "What it is about.")
                        .with("tags", "A list of words to mark it with.")
                        .with("from", "Its first snapshot; the one after the milestone before if it is left out.")
                        .with("to", "Its last snapshot; the newest if it is left out."));
    }

    private void create(Context ctx) {
        Body body = new Body(ctx);
        Workspace workspace = new WorkspaceActions(view).workspace(view.subject(body.text("subject")));
        Span span = new Span.Range(
                body.text("from").map(id -> view.snapshotOfAny(id, Optional.of(workspace.name()))),
                body.text("to").map(id -> view.snapshotOfAny(id, Optional.of(workspace.name()))));
        Milestone made = new MilestoneChanges(view.store(), view.clock())
                .create(
                        workspace,
                        new MilestoneChanges.Label(
                                body.required("title"), body.text("description").orElse(""), body.texts("tags")),
                        span);
        Answer.json(ctx, Shapes.milestone(made, new MilestoneContents(view.store()).last(made)));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        MilestoneContents contents = new MilestoneContents(view.store());
        Workspace workspace = new WorkspaceActions(view).workspace(view.subject(query));
        Milestone milestone = contents.named(workspace, query.required("title"));
        Answer.json(ctx, MilestoneShape.whole(milestone, contents));
    }

    private void remove(Context ctx) {
        Body body = new Body(ctx);
        Workspace workspace = new WorkspaceActions(view).workspace(view.subject(body.text("subject")));
        MilestoneContents contents = new MilestoneContents(view.store());
        Snapshot last = contents.last(contents.named(workspace, body.required("title")));
        Milestone removed = new MilestoneChanges(view.store(), view.clock()).remove(workspace, body.required("title"));
        Answer.json(ctx, Shapes.milestone(removed, last));
    }

    private void list(Context ctx) {
        MilestoneContents contents = new MilestoneContents(view.store());
        Answer.json(
                ctx,
                Shapes.object(
                        "milestones",
                        view
                                .store()
                                .milestones()
                                .of(view.subject(new Query(ctx)).id())
                                .stream()
                                .map(milestone -> Shapes.milestone(milestone, contents.last(milestone)))
                                .toList()));
    }
}

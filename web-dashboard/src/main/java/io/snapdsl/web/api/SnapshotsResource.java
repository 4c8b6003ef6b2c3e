package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.diff.SnapshotPatch;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.retention.Explanation;
import io.snapdsl.engine.shape.ChangeShapes;
import io.snapdsl.engine.shape.ExplanationShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The snapshots of a subject, and each of them. */
public final class SnapshotsResource implements Route.Group {
    private static final String ONE = Route.API + "/snapshots/{id}";

    private final StoreView view;

    public SnapshotsResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                SnapshotQuery.describe(Route.get(
                                Route.API + "/snapshots",
                                "Lists a subject's snapshots, newest first.",
                                view.reading(this::list))
                        .with("subject", "Its name; may be left out where there is only one.")),
                Route.get(ONE, "One snapshot: its facts, what it covers, what it changed.", view.reading(this::show))
                        .with("subject", "What @latest, @1 and times refer to."),
                Route.get(ONE + "/explanation", "Why it exists, and why it is kept or gone.", this::explain)
                        .with("subject", "What @latest, @1 and times refer to."),
                Route.get(
                                ONE + "/patch",
                                "What it changed, as a patch that 'git apply' accepts.",
                                view.reading(this::patch))
                        .with("subject", "What @latest, @1 and times refer to.")
                        .with(Secrets.PARAMETER, "shown: with a container's settings, passwords and keys among them.")
                        .answering("text/x-diff"));
    }

    private void list(Context ctx) {
        Query query = new Query(ctx);
        Subject subject = view.subject(query);
        SnapshotLog.Page page = new SnapshotQuery(view).page(subject, query, query.limit(50, 500));
        Map<SnapshotId, Pin> pins = view.store().pins().of(subject.id());
        Answer.json(
                ctx,
                Shapes.object(
                        "snapshots",
                        page.snapshots().stream()
                                .map(one -> Shapes.snapshot(one, Optional.ofNullable(pins.get(one.id()))))
                                .toList(),
                        "next",
                        SnapshotQuery.next(page)));
    }

    private void show(Context ctx) {
        Snapshot snapshot = view.anySnapshot(ctx.pathParam("id"), new Query(ctx));
        Map<String, Object> shape =
                Shapes.snapshot(snapshot, view.store().pins().of(snapshot.id()));
        shape.put("milestone", view.milestone(snapshot).map(Milestone::title).orElse(null));
        if (!snapshot.isRemoved()) {
            shape.put(
                    "coverage",
                    Shapes.coverage(Coverage.decode(
                            view.content().chunk(snapshot.facts().coverage()))));
            StateComparison comparison =
                    StateComparison.between(view.catalog().contentBefore(snapshot), snapshot, view.content());
            shape.put("changes", new ChangeShapes(comparison).shapes());
            shape.put("noLongerCovered", Shapes.uncovered(comparison.uncovered()));
        }
        Answer.json(ctx, shape);
    }

    private void explain(Context ctx) {
        Snapshot snapshot = view.anySnapshot(ctx.pathParam("id"), new Query(ctx));
        Explanation explanation = Explanation.of(snapshot, view.store(), view.clock());
        Map<String, Object> shape = Shapes.snapshot(snapshot);
        shape.putAll(ExplanationShape.of(explanation));
        Answer.json(ctx, shape);
    }

    private void patch(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        Subject subject = view.subjectOf(snapshot);
        boolean shown = Secrets.areShown(query);
        if (!Answer.isKnown(ctx, snapshot.id().hex() + (shown ? "-whole" : "") + ".patch")) {
            ctx.contentType("text/x-diff");
            new SnapshotPatch(view.catalog(), view.content())
                    .write(snapshot, path -> shown || !Secrets.isSettings(subject, path), ctx.outputStream());
        }
    }
}

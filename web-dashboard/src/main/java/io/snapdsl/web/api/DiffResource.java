package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.GitPatch;
import io.snapdsl.engine.diff.LineCounter;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How two snapshots differ. */
public final class DiffResource implements Route.Group {
    private final StoreView view;

    public DiffResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                describe(Route.get(
                        Route.API + "/diff",
                        "The files that two snapshots hold differently.",
                        view.reading(this::compare))),
                describe(Route.get(
                                Route.API + "/diff/patch",
                                "The same as a patch that 'git apply' accepts; swap the two for the way back.",
                                view.reading(this::patch)))
                        .with(Secrets.PARAMETER, "shown: with containers' settings, passwords and keys among them.")
                        .answering("text/x-diff"));
    }

    private static Route describe(Route route) {
        return route.needing("from", "A snapshot.")
                .needing("to", "Another one.")
                .with("subject", "What @latest, @1 and times refer to.")
                .with("path", "Only this file, or what is in this directory.");
    }

    private void patch(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot from = view.snapshotOfAny(query.required("from"), query.text("subject"));
        Snapshot to = view.snapshotOfAny(query.required("to"), query.text("subject"));
        TreePath path = query.path("path");
        boolean shown = Secrets.areShown(query);
        String content =
                from.root() + " " + to.root() + " " + to.facts().coverage() + " " + path + (shown ? " whole" : "");
        if (!Answer.isKnown(
                ctx, Hash.of(content.getBytes(StandardCharsets.UTF_8)).hex())) {
            ctx.contentType("text/x-diff");
            GitPatch.write(
                    FileDeltas.among(
                            StateComparison.between(Optional.of(from), to, view.content()),
                            one -> one.startsWith(path) && (shown || !isSecret(from, to, one))),
                    view.content(),
                    ctx.outputStream());
        }
    }

    private boolean isSecret(Snapshot from, Snapshot to, TreePath path) {
        return Secrets.isSettings(view.subjectOf(from), path) || Secrets.isSettings(view.subjectOf(to), path);
    }

    private void compare(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot from = view.snapshotOfAny(query.required("from"), query.text("subject"));
        Snapshot to = view.snapshotOfAny(query.required("to"), query.text("subject"));
        TreePath path = query.path("path");
        LineCounter counter = new LineCounter(view.content());
        List<Map<String, Object>> files = new ArrayList<>();
        StateComparison comparison = StateComparison.between(Optional.of(from), to, view.content());
        for (FileDelta delta : FileDeltas.among(comparison, one -> one.startsWith(path))) {
            files.add(Shapes.delta(delta, counter.count(delta)));
        }
        List<Uncovered> uncovered = comparison.uncovered().stream()
                .filter(found -> found.path().startsWith(path))
                .toList();
        Answer.json(ctx, Shapes.object("files", files, "noLongerCovered", Shapes.uncovered(uncovered)));
    }
}

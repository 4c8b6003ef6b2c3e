package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** How any two snapshots differ. */
public final class ComparePage implements Route.Group {
    /** @param newest to choose from */
    public record Model(
            Frame frame,
            Optional<Snapshot> from,
            Optional<Snapshot> to,
            List<Snapshot> newest,
            String subject,
            Optional<DiffView> diff) {}

    private static final int OFFERED = 20;

    private final StoreView view;
    private final DiffViews diffs;

    public ComparePage(StoreView view) {
        this.view = view;
        this.diffs = new DiffViews(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/compare", view.reading(this::show)));
    }

    private List<Snapshot> newest() {
        return view.store().subjects().all().stream()
                .flatMap(subject -> view.catalog().page(subject.id(), Long.MAX_VALUE, OFFERED).stream())
                .filter(snapshot -> !snapshot.isRemoved())
                .toList();
    }

    private void show(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Optional<Snapshot> from = query.text("from").map(text -> view.snapshotOfAny(text, query.text("subject")));
        Optional<Snapshot> to = query.text("to").map(text -> view.snapshotOfAny(text, query.text("subject")));
        TreePath path = query.path("path");
        Optional<DiffView> diff = Optional.empty();
        Optional<String> command = Optional.empty();
        if (from.isPresent() && to.isPresent()) {
            String here = "/compare?from=" + from.get().id().hex() + "&to="
                    + to.get().id().hex() + (path.isRoot() ? "" : "&path=" + Link.encode(path));
            Subject earlier = view.subjectOf(from.get());
            Subject later = view.subjectOf(to.get());
            command = Optional.of(Command.in(
                    later,
                    "snapdsl diff " + from.get().id().shortHex() + " "
                            + to.get().id().shortHex() + (path.isRoot() ? "" : " -- " + Command.quote(path))));
            diff = Optional.of(diffs.of(
                    from,
                    to.get(),
                    one -> one.startsWith(path) && !Secrets.isSettings(later, one) && !Secrets.isSettings(earlier, one),
                    query,
                    here));
        }
        Frame frame = new Frame("Compare", "/compare", command, new Show(view));
        Template.render(
                ctx,
                "compare",
                new Model(frame, from, to, newest(), query.text("subject").orElse(""), diff));
    }
}

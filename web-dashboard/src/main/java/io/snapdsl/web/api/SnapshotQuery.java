package io.snapdsl.web.api;

import io.snapdsl.engine.history.SnapshotFilter;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.history.TriggerChoice;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.Optional;

/** Asks for a part of a chain, with the filters of {@code snapdsl log}: the same for the API and for the timeline. */
public final class SnapshotQuery {
    /** A rare text in a long chain: better nothing yet and a way to go on than a page that takes seconds. */
    private static final int PATIENCE = 1000;

    private final StoreView view;

    public SnapshotQuery(StoreView view) {
        this.view = view;
    }

    static Route describe(Route route) {
        return route.with("session", "Only of this agent run.")
                .with("tool", "Only made by this tool.")
                .with("tag", "Only with this tag.")
                .with("since", "Only since then: '2 hours ago', 2026-05-01.")
                .with("until", "Only until then.")
                .with("trigger", "Only what came about so: manual, undo,redo, not:unknown_change…")
                .with("grep", "Only with this text in the goal, in any case.")
                .with("file", "Only where this file or directory changed.")
                .with("cursor", "Where to go on: 'next' of the answer before.")
                .with("limit", "At most so many; 50, and never more than 500.");
    }

    public SnapshotLog.Page page(Subject subject, Query query, int limit) {
        SnapshotFilter filter = filter(query);
        return new SnapshotLog(view.catalog(), subject)
                .page(
                        query.number("cursor").orElse(Long.MAX_VALUE),
                        limit,
                        PATIENCE,
                        filter.since(),
                        filter.test(view.catalog(), view.trees()));
    }

    /** Null at the end. */
    static String next(SnapshotLog.Page page) {
        return page.next().isPresent() ? String.valueOf(page.next().getAsLong()) : null;
    }

    private SnapshotFilter filter(Query query) {
        TimeExpressions times = new TimeExpressions(view.clock());
        return new SnapshotFilter(
                query.text("session"),
                query.text("tool"),
                query.text("tag"),
                query.text("since").map(times::start),
                query.text("until").map(times::end),
                query.text("trigger").map(TriggerChoice::named),
                query.text("grep"),
                Optional.of(query.path("file")).filter(path -> !path.equals(TreePath.ROOT)));
    }
}

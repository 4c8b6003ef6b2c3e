package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.AuditLog;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The audit log. */
public final class OperationsResource implements Route.Group {
    private final StoreView view;

    public OperationsResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(Route.API + "/operations", "Lists the audit log, newest first.", this::list)
                .with("cursor", "Where to go on: 'next' of the answer before.")
                .with("limit", "At most so many; 50, and never more than 500."));
    }

    private void list(Context ctx) {
        Query query = new Query(ctx);
        int limit = query.limit(50, 500);
        List<Logged> page = page(view.store().auditLog(), query.number("cursor").orElse(Long.MAX_VALUE), limit);
        Answer.json(
                ctx,
                Shapes.object(
                        "operations",
                        page.stream().map(logged -> shape(logged, view.store())).toList(),
                        "next",
                        next(page)));
    }

    /** The newest ones with a number below {@code before}, newest first. */
    public static List<Logged> page(AuditLog log, long before, int limit) {
        long end = Math.min(before, log.newestNumber() + 1);
        List<Logged> page = new ArrayList<>(log.after(Math.max(0, end - 1 - limit), limit));
        page.removeIf(logged -> logged.number() >= end);
        Collections.reverse(page);
        return page;
    }

    /** Null at the end of the log. */
    public static String next(List<Logged> page) {
        long last = page.isEmpty() ? 1 : page.get(page.size() - 1).number();
        return last > 1 ? String.valueOf(last) : null;
    }

    static Map<String, Object> shape(Logged logged, SnapshotStore store) {
        Operation operation = logged.operation();
        Map<String, Object> shape = Shapes.operation(logged);
        shape.put(
                "subject",
                operation
                        .subject()
                        .flatMap(store.subjects()::find)
                        .map(Subject::name)
                        .orElse(null));
        shape.put("snapshotId", operation.snapshot().map(id -> id.hex()).orElse(null));
        shape.put("detail", operation.detail());
        return shape;
    }
}

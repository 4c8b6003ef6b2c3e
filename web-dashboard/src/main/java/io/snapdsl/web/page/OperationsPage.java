package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.OperationsResource;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** The audit log. */
public final class OperationsPage implements Route.Group {
    private static final int PIECE = 100;

    /** @param subject what it was about, or empty */
    public record Row(Logged logged, String subject) {}

    /** @param next where older ones are; null at the end */
    public record Model(Frame frame, List<Row> rows, String next) {}

    private final StoreView view;

    public OperationsPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/operations", this::show));
    }

    private void show(Context ctx) {
        long before = new Query(ctx).number("cursor").orElse(Long.MAX_VALUE);
        List<Logged> page = OperationsResource.page(view.store().auditLog(), before, PIECE);
        String next = OperationsResource.next(page);
        Template.render(
                ctx,
                "operations",
                new Model(
                        new Frame("Operations", "/operations", Optional.empty(), new Show(view)),
                        page.stream().map(this::row).toList(),
                        next == null ? null : "/operations?cursor=" + next));
    }

    private Row row(Logged logged) {
        return new Row(
                logged,
                logged.operation()
                        .subject()
                        .flatMap(view.store().subjects()::find)
                        .map(Subject::name)
                        .orElse(""));
    }
}

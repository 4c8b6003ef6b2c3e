package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.web.Activity;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Route;
import io.snapdsl.web.page.Health;
import io.snapdsl.web.page.RecentDays;
import io.snapdsl.web.page.SizeHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How everything is doing: what failed, is stale or comes next, what grew, and what this server is at work on. */
public final class OverviewResource implements Route.Group {
    private static final int DAYS = 30;

    private final StoreView view;
    private final SizeHistory sizes;

    public OverviewResource(StoreView view) {
        this.view = view;
        this.sizes = new SizeHistory(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(
                Route.API + "/overview",
                "How the subjects are doing, the last 30 days, and what this server is at work on.",
                view.reading(this::show)));
    }

    private void show(Context ctx) {
        Health health = new Health(view);
        Answer.json(
                ctx,
                Shapes.object(
                        "subjects",
                        view.store().subjects().all().stream()
                                .map(subject -> shape(subject, health))
                                .toList(),
                        "protected",
                        sizes.lastDays(DAYS).stream()
                                .map(point -> Shapes.object("day", point.day(), "bytes", point.bytes()))
                                .toList(),
                        "running",
                        view.activity().running().stream()
                                .map(Activity.Running::shape)
                                .toList(),
                        "sessions",
                        view.store().sessions().open(DAYS).stream()
                                .map(Shapes::session)
                                .toList()));
    }

    private Map<String, Object> shape(Subject subject, Health health) {
        Optional<Instant> newest = newest(subject);
        return Shapes.object(
                "subject", subject.name(),
                "kind", subject.kind(),
                "newest", newest.orElse(null),
                "signs",
                        health.of(subject, newest).stream()
                                .map(sign -> Shapes.object(
                                        "words", sign.words(), "mood", sign.mood(), "detail", sign.detail()))
                                .toList(),
                "snapshots",
                        subject instanceof State
                                ? List.of()
                                : new RecentDays(view)
                                        .of(subject, DAYS).stream()
                                                .map(day -> Shapes.object("day", day.name(), "count", day.count()))
                                                .toList());
    }

    private Optional<Instant> newest(Subject subject) {
        return subject instanceof State
                ? view.store().checkpoints().entries(subject.id(), Long.MAX_VALUE, 1).stream()
                        .findFirst()
                        .map(Checkpoint::time)
                : view.catalog().head(subject.id()).map(Snapshot::facts).map(Snapshot.Facts::time);
    }
}

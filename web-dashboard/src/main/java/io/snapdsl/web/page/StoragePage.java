package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.retention.StoreStatistics;
import io.snapdsl.engine.retention.StoreStatistics.Totals;
import io.snapdsl.engine.shape.StatsShape;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.web.Figures.Counted;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What takes the space. */
public final class StoragePage implements Route.Group {
    public record Row(Subject subject, long snapshots) {}

    public record Model(
            Frame frame,
            String directory,
            long onDisk,
            Totals totals,
            Sizes sizes,
            double ratio,
            long saved,
            long growth,
            List<Row> rows,
            Instant counted) {}

    /** For small stores counting takes no time; for large ones the page says when it was done. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final StoreView view;

    public StoragePage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/storage", this::show));
    }

    private void show(Context ctx) {
        Optional<Counted> counted = view.figures().within(PATIENCE);
        if (counted.isEmpty()) {
            Template.render(
                    ctx,
                    "counting",
                    new Frame("Storage", "/storage", Optional.of("snapdsl stats"), new Show(view.clock())));
            return;
        }
        Totals totals = counted.get().totals();
        Sizes sizes = counted.get().sizes();
        Template.render(
                ctx,
                "storage",
                new Model(
                        new Frame("Storage", "/storage", Optional.of("snapdsl stats"), new Show(view.clock())),
                        view.store().checkup().directory().toString(),
                        view.store().checkup().bytesOnDisk(),
                        totals,
                        sizes,
                        StatsShape.compressionRatio(sizes),
                        StatsShape.saved(totals, sizes),
                        StoreStatistics.growthPerDay(totals, sizes, view.clock().instant()),
                        view.store().subjects().all().stream()
                                .filter(one -> !(one instanceof State))
                                .map(one -> new Row(one, totals.bySubject().getOrDefault(one.id(), 0L)))
                                .toList(),
                        counted.get().at()));
    }
}

package io.snapdsl.web.page;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.web.StoreView;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** How much was protected at the end of each of the last days, as plain copies would take it. */
public final class SizeHistory {
    /** @param bytes of all subjects together */
    public record Point(String day, long bytes) {}

    private final StoreView view;

    public SizeHistory(StoreView view) {
        this.view = view;
    }

    public List<Point> lastDays(int days) {
        LocalDate today = LocalDate.now(view.clock());
        List<Subject> subjects = view.store().subjects().all();
        List<Point> points = new ArrayList<>();
        for (int back = days - 1; back >= 0; back--) {
            Instant end = today.minusDays(back - 1L)
                    .atStartOfDay(view.clock().getZone())
                    .toInstant();
            long bytes = subjects.stream()
                    .mapToLong(subject -> view.catalog()
                            .timeline(subject.id())
                            .newestBefore(end)
                            .flatMap(point -> view.catalog().find(point.id()))
                            .map(view.sizes()::of)
                            .orElse(0L))
                    .sum();
            points.add(new Point(today.minusDays(back).toString(), bytes));
        }
        return points;
    }
}

package io.snapdsl.web.page;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.web.StoreView;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How much was protected at the end of each of the last days, as plain copies would take it. */
public final class SizeHistory {
    private static final int REMEMBERED = 10_000;

    /** @param bytes of all subjects together */
    public record Point(String day, long bytes) {}

    private final StoreView view;
    /** A snapshot's coverage never changes, and quiet days have the same one. */
    private final Map<Hash, Long> sizes = new ConcurrentHashMap<>();

    SizeHistory(StoreView view) {
        this.view = view;
    }

    List<Point> lastDays(int days) {
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
                            .map(this::size)
                            .orElse(0L))
                    .sum();
            points.add(new Point(today.minusDays(back).toString(), bytes));
        }
        return points;
    }

    private long size(Snapshot snapshot) {
        if (sizes.size() > REMEMBERED) {
            sizes.clear();
        }
        return sizes.computeIfAbsent(
                snapshot.facts().coverage(),
                coverage -> Coverage.decode(view.content().chunk(coverage))
                        .captured()
                        .bytes());
    }
}

package io.snapdsl.web.page;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.Timeline;
import io.snapdsl.web.StoreView;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** How many entries a chain got on each of the last days: told by where each day begins in it, not by reading it. */
public final class RecentDays {
    public record Day(String name, long count) {}

    private final StoreView view;

    public RecentDays(StoreView view) {
        this.view = view;
    }

    /** Oldest first. */
    public List<Day> of(Subject subject, int days) {
        ZoneId zone = view.clock().getZone();
        LocalDate today = LocalDate.now(view.clock());
        Timeline timeline = view.catalog().timeline(subject.id());
        long end = view.catalog()
                .head(subject.id())
                .map(head -> head.sequence() + 1)
                .orElse(0L);
        List<Day> found = new ArrayList<>();
        for (int back = 0; back < days; back++) {
            LocalDate day = today.minusDays(back);
            long until = end;
            long from = timeline.oldestFrom(day.atStartOfDay(zone).toInstant())
                    .map(first -> Math.min(first.sequence(), until))
                    .orElse(until);
            found.add(0, new Day(day.toString(), end - from));
            end = from;
        }
        return found;
    }
}

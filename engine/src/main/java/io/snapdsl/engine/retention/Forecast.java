package io.snapdsl.engine.retention;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What rules will remove in the coming weeks, and why, of the snapshots there are now: as if no other came. New ones push
 * old ones out as well, but how many there will be nobody knows.
 */
public final class Forecast {
    /** @param in after so long */
    public record Going(Duration in, Decision decision) {}

    /** @param kept how many are still there at the end */
    public record Outlook(List<Going> going, long kept) {}

    private final SnapshotStore store;
    private final Clock clock;

    public Forecast(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** @param days at which to look, ascending */
    public Outlook of(Pruning.Request request, List<Integer> days) {
        List<Going> going = new ArrayList<>();
        Set<SnapshotId> gone = new HashSet<>();
        long kept = 0;
        Instant now = clock.instant();
        Function<Instant, List<Decision>> plan = new Pruning(store, clock, Progress.NONE).planner(request);
        for (int day : days) {
            Duration in = Duration.ofDays(day);
            kept = 0;
            for (Decision decision : plan.apply(now.plus(in))) {
                if (decision.keep()) {
                    kept++;
                } else if (gone.add(decision.id())) {
                    going.add(new Going(in, decision));
                }
            }
        }
        return new Outlook(going, kept);
    }
}

package io.snapdsl.engine.store;

import io.snapdsl.engine.history.SnapshotId;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/** The snapshots of one subject that are shown and still have their content, by time. No call reads all of them. */
public interface Timeline {
    /** Where a snapshot lies: of two taken at the same instant, the later one in the chain is the newer. */
    record Point(SnapshotId id, long sequence, Instant time) implements Comparable<Point> {
        private static final Comparator<Point> OLDEST_FIRST =
                Comparator.comparing(Point::time).thenComparing(Point::sequence);

        @Override
        public int compareTo(Point other) {
            return OLDEST_FIRST.compare(this, other);
        }
    }

    /** The newest one that was taken before {@code time}. */
    Optional<Point> newestBefore(Instant time);

    /** The oldest one that was taken at {@code time} or later. */
    Optional<Point> oldestFrom(Instant time);

    /** Counted back from the end of the chain, which is number 1, whatever the clock said. */
    Optional<Point> fromNewest(int number);

    /** All that belong to one of the so many agents' runs that were started last, of those that have left any here. */
    Set<SnapshotId> ofNewestSessions(int number);

    /** The one before each of {@link #ofNewestSessions}: without that, nobody can tell any more what the run changed. */
    Set<SnapshotId> beforeNewestSessions(int number);

    /** How many there are. */
    long count();
}

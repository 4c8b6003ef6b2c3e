package io.snapdsl.engine.run;

import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.Timeline;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A timeline of given points. */
final class ForeseenTimeline implements Timeline {
    private final NavigableSet<Point> byTime;
    private final List<Point> newestFirst;
    private final Function<Integer, Set<SnapshotId>> ofNewestSessions;

    /** @param ofNewestSessions as {@link Timeline#ofNewestSessions} */
    ForeseenTimeline(List<Point> points, Function<Integer, Set<SnapshotId>> ofNewestSessions) {
        this.ofNewestSessions = ofNewestSessions;
        this.byTime = new TreeSet<>(points);
        this.newestFirst = points.stream()
                .sorted(Comparator.comparing(Point::sequence).reversed())
                .toList();
    }

    @Override
    public Optional<Point> newestBefore(Instant time) {
        return byTime.descendingSet().stream()
                .filter(point -> point.time().isBefore(time))
                .findFirst();
    }

    @Override
    public Optional<Point> oldestFrom(Instant time) {
        return byTime.stream().filter(point -> !point.time().isBefore(time)).findFirst();
    }

    @Override
    public Optional<Point> fromNewest(int number) {
        return number <= newestFirst.size() ? Optional.of(newestFirst.get(number - 1)) : Optional.empty();
    }

    @Override
    public Set<SnapshotId> ofNewestSessions(int number) {
        return ofNewestSessions.apply(number);
    }

    @Override
    public Set<SnapshotId> beforeNewestSessions(int number) {
        Set<SnapshotId> theirs = ofNewestSessions(number);
        return IntStream.range(1, newestFirst.size())
                .filter(i -> theirs.contains(newestFirst.get(i - 1).id()))
                .mapToObj(i -> newestFirst.get(i).id())
                .collect(Collectors.toSet());
    }

    @Override
    public long count() {
        return newestFirst.size();
    }
}

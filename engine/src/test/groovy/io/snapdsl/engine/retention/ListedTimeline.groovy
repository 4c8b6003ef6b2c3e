package io.snapdsl.engine.retention

import groovy.transform.CompileStatic
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.history.SnapshotId
import io.snapdsl.engine.store.Timeline
import java.time.Instant

/** A timeline that is only thought up. */
@CompileStatic
class ListedTimeline implements Timeline {
    private final TreeSet<Timeline.Point> sorted
    /** Newest first. */
    final List<Timeline.Point> points

    ListedTimeline(List<Timeline.Point> points) {
        sorted = new TreeSet<>(points)
        this.points = new ArrayList<>(sorted.descendingSet())
    }

    /** Numbered from 1 in the order given. */
    static ListedTimeline of(List<Instant> times) {
        List<Timeline.Point> points = []
        times.eachWithIndex { time, i ->
            points << new Timeline.Point(new SnapshotId(Hash.of("snapshot $i".toString().bytes)), i + 1, time)
        }
        new ListedTimeline(points)
    }

    private static Timeline.Point at(Instant time) {
        new Timeline.Point(null, 0, time)
    }

    Optional<Timeline.Point> newestBefore(Instant time) {
        Optional.ofNullable(sorted.lower(at(time)))
    }

    Optional<Timeline.Point> oldestFrom(Instant time) {
        Optional.ofNullable(sorted.ceiling(at(time)))
    }

    Optional<Timeline.Point> fromNewest(int number) {
        List<Timeline.Point> chain = points.toSorted { it.sequence() }.reverse()
        number <= chain.size() ? Optional.of(chain[number - 1]) : Optional.<Timeline.Point>empty()
    }

    /** Nobody's run left any of these. */
    Set<SnapshotId> ofNewestSessions(int number) {
        Collections.<SnapshotId>emptySet()
    }

    Set<SnapshotId> beforeNewestSessions(int number) {
        Collections.<SnapshotId>emptySet()
    }

    long count() {
        points.size()
    }
}

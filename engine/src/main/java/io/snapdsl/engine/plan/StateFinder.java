package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Nearest;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.policy.RestorePlan.Selector;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.Timeline;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the snapshot that a plan means by its selector, for one subject. Those whose content is gone don't count. */
final class StateFinder {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final String LOG = "'snapdsl log' lists all there are.";

    private final SnapshotStore store;
    private final ZoneId zone;
    private final LastRun lastRun;

    StateFinder(SnapshotStore store, ZoneId zone, LastRun lastRun) {
        this.store = store;
        this.zone = zone;
        this.lastRun = lastRun;
    }

    Snapshot find(Selector selector, Subject subject) {
        if (selector instanceof Selector.BeforeLastRun) {
            return beforeLastRun(subject);
        } else if (selector instanceof Selector.At at) {
            // Up to that time, and that instant too.
            return present(timeline(subject).newestBefore(at.time().plusNanos(1)))
                    .orElseThrow(() -> none("as old as " + text(at.time()), subject, LOG));
        } else if (selector instanceof Selector.AtMilestone at) {
            return milestone(at.title(), subject);
        } else if (selector instanceof Selector.Tagged tagged) {
            return tagged(tagged.tag(), subject);
        } else if (selector instanceof Selector.LastVerified) {
            return store.verifications()
                    .newestWhole(subject.id())
                    .orElseThrow(() -> none(
                            "that was verified",
                            subject,
                            "'snapdsl verify --read-data' reads all content and remembers which snapshots are whole."));
        }
        return present(timeline(subject).fromNewest(1))
                .orElseThrow(() -> none("yet", subject, "Take one with 'snapdsl snap'."));
    }

    /**
     * A snapshot that was taken because the run began shows best what was there then, if it is the first of the run: a
     * policy may notice the start only when the agent has done its work. What the run has left nothing of goes back to
     * that time all the same: nobody knows that it was not there.
     */
    private Snapshot beforeLastRun(Subject subject) {
        AgentSession run = lastRun.find();
        return store.sessions().snapshots(run.id()).stream()
                .filter(snapshot -> snapshot.subjectId().equals(subject.id()))
                .findFirst()
                .filter(first -> first.note().trigger() == Trigger.RUN_START && !first.isRemoved())
                .or(() -> present(timeline(subject).newestBefore(run.started())))
                .orElseThrow(() -> none(
                        "from before the run '" + run.id() + "', which began on " + text(run.started()), subject, LOG));
    }

    private Snapshot milestone(String title, Subject subject) {
        return store.milestones()
                .named(subject.id(), title)
                .flatMap(milestone -> store.catalog().atSequence(subject.id(), milestone.last()))
                .filter(snapshot -> !snapshot.isRemoved())
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_MILESTONE,
                        subject.name() + " has no milestone '" + title + "'.",
                        milestonesLike(title, subject)));
    }

    private String milestonesLike(String title, Subject subject) {
        List<String> known = store.milestones().of(subject.id()).stream()
                .map(Milestone::title)
                .toList();
        if (known.isEmpty()) {
            return "It has none; 'snapdsl milestone create' makes one.";
        }
        String guess = Nearest.to(title, known)
                .map(near -> "Did you mean '" + near + "'? ")
                .orElse("");
        return guess + "There are: " + String.join(", ", known) + ".";
    }

    private Snapshot tagged(String tag, Subject subject) {
        return store.catalog().tagged(tag).stream()
                .map(this::present)
                .flatMap(Optional::stream)
                .filter(snapshot -> snapshot.subjectId().equals(subject.id()))
                .max(Comparator.comparing(Snapshot::sequence))
                .orElseThrow(() -> none(
                        "with the tag '" + tag + "'",
                        subject,
                        "'snapdsl snap --tag " + tag + "' takes one; 'snapdsl log' shows the tags there are."));
    }

    private Timeline timeline(Subject subject) {
        return store.catalog().timeline(subject.id());
    }

    private Optional<Snapshot> present(Optional<Timeline.Point> point) {
        return point.map(Timeline.Point::id).flatMap(this::present);
    }

    private Optional<Snapshot> present(SnapshotId id) {
        return store.catalog().find(id).filter(snapshot -> !snapshot.isRemoved());
    }

    private static SnapdslException none(String which, Subject subject, String hint) {
        return new SnapdslException(
                ErrorCode.UNKNOWN_SNAPSHOT, "There is no snapshot of " + subject.name() + " " + which + ".", hint);
    }

    private String text(Instant time) {
        return TIME.format(time.atZone(zone));
    }
}

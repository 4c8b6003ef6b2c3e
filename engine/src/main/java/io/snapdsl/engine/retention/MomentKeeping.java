package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentId;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long moments last: a moment lasts until rules or limits let go of a snapshot that was taken for it. Until then all
 * that it needs stays, whatever they say of it. So there are never more moments than snapshots that somebody wants, and a
 * part that many moments share, because nothing changed there, makes none of them last.
 */
final class MomentKeeping {
    /**
     * @param decisions with what moments need kept
     * @param going the moments that have to go before their snapshots can
     */
    record Kept(List<Decision> decisions, List<MomentId> going) {}

    private final SnapshotStore store;

    MomentKeeping(SnapshotStore store) {
        this.store = store;
    }

    /** @param decisions by rules and limits alone */
    Kept apply(List<Decision> decisions) {
        Set<SnapshotId> unwanted = decisions.stream()
                .filter(decision -> !decision.keep())
                .map(Decision::id)
                .collect(Collectors.toSet());
        Set<MomentId> going = new LinkedHashSet<>();
        Map<SnapshotId, MomentId> goingWith = new LinkedHashMap<>();
        Map<SnapshotId, MomentId> needed = new LinkedHashMap<>();
        for (SnapshotId id : inMoments(decisions, unwanted)) {
            for (Moment moment : store.moments().needing(id)) {
                if (deciding(moment).anyMatch(part -> unwanted.contains(part) || isRemoved(part))) {
                    going.add(moment.id());
                    goingWith.putIfAbsent(id, moment.id());
                } else {
                    needed.putIfAbsent(id, moment.id());
                }
            }
        }
        List<Decision> kept = decisions.stream()
                .map(decision -> needed.containsKey(decision.id())
                        ? decision.keep(Protection.partOf(needed.get(decision.id())))
                        : goingWith.containsKey(decision.id())
                                ? decision.with("the moment "
                                        + goingWith.get(decision.id()).shortHex() + " goes with it")
                                : decision)
                .toList();
        return new Kept(kept, List.copyOf(going));
    }

    /** Those that moments could need: where a subject has none, they aren't asked about each of a hundred thousand. */
    private List<SnapshotId> inMoments(List<Decision> decisions, Set<SnapshotId> unwanted) {
        Set<Subject> subjects = decisions.stream()
                .map(Decision::subject)
                .distinct()
                .filter(subject -> store.moments().newestOf(subject.id()).isPresent())
                .collect(Collectors.toSet());
        return decisions.stream()
                .filter(decision -> subjects.contains(decision.subject()))
                .map(Decision::id)
                .filter(unwanted::contains)
                .toList();
    }

    /** What has to stay as long as {@code snapshot} does, because of moments. */
    Stream<Snapshot> companions(SnapshotId snapshot) {
        return store.moments().needing(snapshot).stream()
                .filter(moment -> deciding(moment).anyMatch(snapshot::equals))
                .flatMap(Moment::snapshots)
                .flatMap(part -> store.catalog().find(part.snapshot()).stream());
    }

    /** Those that were taken for it; all, if none was. */
    private static Stream<SnapshotId> deciding(Moment moment) {
        boolean hasNew = moment.snapshots().anyMatch(Part::isNew);
        return moment.snapshots().filter(part -> part.isNew() || !hasNew).map(Part.OfSnapshot::snapshot);
    }

    /** Only in a plan, which goes by what will be: else the moment would be gone too. */
    private boolean isRemoved(SnapshotId id) {
        return store.catalog().find(id).filter(Snapshot::isRemoved).isPresent();
    }
}

package io.snapdsl.engine.session;

import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.continuity.Claims;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.Change.Kind;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What one agent run changed in all: a file that it wrote ten times is one change, one that came and went none. */
public final class SessionChanges {
    /** Workspaces apart: two may have a file of the same path. */
    private record Place(SubjectId subject, TreePath path) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = Long.compare(subject.value(), other.subject.value());
            return order == 0 ? path.compareTo(other.path) : order;
        }
    }

    private final SnapshotStore store;
    private final ContentReader content;
    private final Claims claims;

    public SessionChanges(SnapshotStore store) {
        this.store = store;
        this.content = new ContentReader(store.content());
        this.claims = new Claims(store);
    }

    /** By the snapshots of its own that have their content, and what they took over, in the order of the paths. */
    public List<Change> of(String session) {
        Map<Place, Change> all = new TreeMap<>();
        for (Snapshot snapshot : store.sessions().snapshots(session)) {
            takenOver(snapshot).forEach(change -> add(all, snapshot, change));
            Optional<Snapshot> before = store.catalog().before(snapshot);
            boolean isComparable =
                    !snapshot.isRemoved() && before.filter(Snapshot::isRemoved).isEmpty();
            if (isComparable && !snapshot.note().trigger().isNobodys()) {
                StateComparison.between(before, snapshot, content)
                        .visible()
                        .forEach(change -> add(all, snapshot, change));
            }
        }
        return all.values().stream()
                .filter(change -> change.before().isPresent() || change.after().isPresent())
                .filter(change -> change.kind() != Kind.TOUCHED)
                .toList();
    }

    /** The earliest first. */
    private List<Change> takenOver(Snapshot snapshot) {
        return claims.of(snapshot).stream()
                .sorted(Comparator.comparing(claim -> claim.from().sequence()))
                .flatMap(claim -> claim.changes().stream())
                .filter(Change::isVisible)
                .toList();
    }

    private static void add(Map<Place, Change> all, Snapshot snapshot, Change change) {
        all.merge(new Place(snapshot.subjectId(), change.path()), change, SessionChanges::together);
    }

    private static Change together(Change first, Change then) {
        return new Change(first.path(), first.before(), then.after());
    }

    public static ChangeCounts count(List<Change> changes) {
        return new ChangeCounts(
                count(changes, Kind.CREATED), count(changes, Kind.MODIFIED), count(changes, Kind.DELETED));
    }

    private static long count(List<Change> changes, Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }
}

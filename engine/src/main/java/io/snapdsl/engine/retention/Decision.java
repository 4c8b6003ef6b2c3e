package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.Timeline.Point;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is to become of one snapshot, and why. Small, because there may be a hundred thousand.
 *
 * @param firm whether it is kept whatever the limits say: it is protected, or somebody chose this very one
 * @param reasons in words
 */
public record Decision(Subject subject, Point snapshot, boolean keep, boolean firm, List<String> reasons) {
    public SnapshotId id() {
        return snapshot.id();
    }

    boolean isInReachOfLimits() {
        return keep && !firm;
    }

    /** It stays, whatever was decided. */
    Decision keep(String reason) {
        return new Decision(subject, snapshot, true, true, List.of(reason));
    }

    /** The same, for one reason more. */
    Decision with(String reason) {
        return new Decision(
                subject,
                snapshot,
                keep,
                firm,
                Stream.concat(reasons.stream(), Stream.of(reason)).toList());
    }

    Decision remove(String reason) {
        return new Decision(subject, snapshot, false, false, List.of(reason));
    }
}

package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.Timeline.Point;
import java.util.List;

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

    Decision remove(String reason) {
        return new Decision(subject, snapshot, false, false, List.of(reason));
    }
}

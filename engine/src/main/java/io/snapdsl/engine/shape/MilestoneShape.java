package io.snapdsl.engine.shape;

import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.milestone.MilestoneContents;
import java.util.Map;

/** A milestone with all that is in it. */
public final class MilestoneShape {
    private MilestoneShape() {}

    public static Map<String, Object> whole(Milestone milestone, MilestoneContents contents) {
        Map<String, Object> shape = Shapes.milestone(milestone, contents.last(milestone));
        ChangeCounts changes = contents.changes(milestone);
        shape.put("created", changes.created());
        shape.put("modified", changes.modified());
        shape.put("deleted", changes.deleted());
        shape.put(
                "snapshots",
                contents.snapshots(milestone).stream().map(Shapes::snapshot).toList());
        return shape;
    }
}

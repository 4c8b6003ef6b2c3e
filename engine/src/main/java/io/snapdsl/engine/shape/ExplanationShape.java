package io.snapdsl.engine.shape;

import io.snapdsl.engine.retention.Explanation;
import io.snapdsl.engine.retention.Explanation.Fate.Kept;
import io.snapdsl.engine.retention.Explanation.Fate.Removed;
import io.snapdsl.engine.retention.Explanation.Fate.Replaced;
import java.util.Map;

/** Why a snapshot exists, and why it is still there or gone. */
public final class ExplanationShape {
    private ExplanationShape() {}

    public static Map<String, Object> of(Explanation explanation) {
        Map<String, Object> shape = Shapes.object(
                "operation", explanation.made().map(Shapes::operation).orElse(null));
        if (explanation.fate() instanceof Kept kept) {
            shape.put("keptBecause", kept.reasons());
        } else if (explanation.fate() instanceof Removed removed) {
            add(removed, shape);
        } else if (explanation.fate() instanceof Replaced replaced) {
            shape.put("replacedBy", replaced.by().hex());
            shape.put("mergedBy", replaced.merged().map(Shapes::operation).orElse(null));
            shape.put("mergedBecause", replaced.strategy());
            replaced.removed().ifPresent(removed -> add(removed, shape));
        }
        return shape;
    }

    private static void add(Removed removed, Map<String, Object> shape) {
        shape.put("removedBy", removed.by().map(Shapes::operation).orElse(null));
        shape.put("removedBecause", removed.reason());
        shape.put("removedByRules", removed.rules());
        shape.put("removedByPolicy", removed.policy());
    }
}

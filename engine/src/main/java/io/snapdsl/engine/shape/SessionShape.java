package io.snapdsl.engine.shape;

import io.snapdsl.engine.container.BoundaryContainers;
import io.snapdsl.engine.continuity.BoundarySnapshot;
import io.snapdsl.engine.session.AgentSession;
import java.util.Map;

/** An agent's run that was just started or ended, and what was kept of what was there. */
public final class SessionShape {
    private SessionShape() {}

    public static Map<String, Object> of(
            AgentSession session, BoundarySnapshot snapshot, BoundaryContainers containers) {
        Map<String, Object> shape = Shapes.session(session);
        shape.put("snapshotId", snapshot.taken().map(taken -> taken.id().hex()).orElse(null));
        shape.put(
                "snapshotFailure",
                snapshot.failure().map(RuntimeException::getMessage).orElse(null));
        shape.put(
                "containers",
                containers.taken().stream()
                        .map(taken -> Shapes.object(
                                "name",
                                taken.facts().subject(),
                                "snapshotId",
                                taken.id().hex()))
                        .toList());
        shape.put("containerFailures", containers.failures());
        return shape;
    }
}

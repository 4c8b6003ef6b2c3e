package io.snapdsl.engine.plan;

import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.state.Checkpoint;
import java.util.List;

/** What a step did to an agent's state, or would do. */
public sealed interface StateChange {
    /** @param differences from what it is now to what it would be */
    record Foreseen(List<JsonDifference> differences) implements StateChange {}

    /** @param current the checkpoint that it is now: a new one, unless it was so already */
    record Made(Checkpoint current) implements StateChange {}
}

package io.snapdsl.engine.plan;

import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.state.Checkpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a step did to an agent's state, or would do. */
public sealed interface StateChange {
    /** @param differences from what it is now to what it would be */
    record Foreseen(List<JsonDifference> differences) implements StateChange {}

    /**
     * @param current the checkpoint that it is now: a new one, unless it was so already
     * @param aside where its file is that was no JSON, if it was none
     */
    record Made(Checkpoint current, Optional<Path> aside) implements StateChange {}

    /** @param file is not to be there */
    record Gone(Path file) implements StateChange {}
}

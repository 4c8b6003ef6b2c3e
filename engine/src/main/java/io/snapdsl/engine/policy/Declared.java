package io.snapdsl.engine.policy;

import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.replay.Reducer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A subject as a policy declares it: what to protect, whether it exists yet or not. */
public sealed interface Declared {
    /** Unique in its script, and what the script's author calls it. */
    String name();

    /**
     * @param ignore what to leave out, in gitignore's language; without, the workspace's own rules hold
     * @param unknownChanges what happens to changes that an operation did not announce; without, what the workspace has
     * @param hookFailure what a failure means to agents; without, what the workspace has
     */
    record Workspace(
            String name,
            Path directory,
            Optional<List<String>> ignore,
            Optional<UnknownChanges> unknownChanges,
            Optional<HookFailure> hookFailure)
            implements Declared {
        public Workspace {
            ignore = ignore.map(List::copyOf);
        }
    }

    /** What the engine calls it is its name. */
    record Container(String name, CaptureOptions options) implements Declared {}

    /**
     * An agent's own JSON.
     *
     * @param file where the agent keeps it; without, the agent hands its checkpoints over by itself
     * @param replay what events make of it, by their types
     */
    record State(String name, Optional<Path> file, Map<String, Reducer> replay) implements Declared {
        public State {
            replay = Map.copyOf(replay);
        }
    }
}

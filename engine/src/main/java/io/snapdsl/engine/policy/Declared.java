package io.snapdsl.engine.policy;

import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.history.UnknownChanges;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A subject as a policy declares it: what to protect, whether it exists yet or not. */
public sealed interface Declared {
    /** Unique in its script, and what the script's author calls it. */
    String name();

    /**
     * @param ignore what to leave out, in gitignore's language; without, the workspace's own rules hold
     * @param unknownChanges what happens to changes that an operation did not announce; without, what the workspace has
     */
    record Workspace(
            String name, Path directory, Optional<List<String>> ignore, Optional<UnknownChanges> unknownChanges)
            implements Declared {
        public Workspace {
            ignore = ignore.map(List::copyOf);
        }
    }

    /** What the engine calls it is its name. */
    record Container(String name, CaptureOptions options) implements Declared {}

    /** An agent's own JSON. */
    record State(String name) implements Declared {}
}

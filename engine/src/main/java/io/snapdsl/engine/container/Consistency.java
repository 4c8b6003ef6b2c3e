package io.snapdsl.engine.container;

import java.util.List;
import java.util.Optional;

/** What keeps a container from changing while it is captured, so that its files and volumes are of one moment. */
public sealed interface Consistency {
    Consistency PAUSE = new Pause();
    Consistency STOP = new Stop();
    Consistency NONE = new None();

    /** Its processes are held, and know nothing of it. */
    record Pause() implements Consistency {}

    /** It ends in good order, and is started again. */
    record Stop() implements Consistency {}

    /**
     * A command in the container makes it hold still, say a database's own.
     *
     * @param after lets it go on; empty if nothing has to
     */
    record Quiesce(List<String> before, List<String> after) implements Consistency {
        public Quiesce {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }

        /** Both run by the container's shell. */
        public static Quiesce byShell(String before, Optional<String> after) {
            return new Quiesce(
                    shell(before), after.map(command -> shell(command)).orElse(List.of()));
        }

        private static List<String> shell(String command) {
            return List.of("sh", "-c", command);
        }
    }

    /** It goes on, and what it writes meanwhile may be torn. */
    record None() implements Consistency {}
}

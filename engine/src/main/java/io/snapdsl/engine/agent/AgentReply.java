package io.snapdsl.engine.agent;

import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.ByteText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What came of a step. It never says that the agent may do something. */
public sealed interface AgentReply {
    String session();

    /**
     * @param snapshots those that were taken; none if nothing had changed
     * @param elsewhere files that the tool was used on, and that are not kept: they lie outside of the run's workspace
     */
    record Done(String session, List<Snapshot> snapshots, List<Path> elsewhere) implements AgentReply {
        public Done(String session, List<Snapshot> snapshots) {
            this(session, snapshots, List.of());
        }

        /** For the person at the agent: what is not kept, if anything. */
        public Optional<String> shortfall() {
            return elsewhere.isEmpty()
                    ? Optional.empty()
                    : Optional.of(elsewhere.stream().map(Done::display).collect(Collectors.joining(", "))
                            + (elsewhere.size() == 1 ? " is" : " are")
                            + " outside of this run's workspace, and not kept. To keep what is there now, run 'snapdsl snap' in"
                            + " that directory.");
        }

        private static String display(Path file) {
            return ByteText.display(NativePaths.bytes(file));
        }
    }

    /** All that would have come of it was done and kept, and is gone again. */
    record Rehearsed(String session, List<Snapshot> snapshots) implements AgentReply {}

    /** It takes longer than the agent should wait: it goes on, in order, before anything the agent tells later. */
    record InBackground(String session) implements AgentReply {}

    /** The agent goes on all the same. */
    record Failed(String session, String why) implements AgentReply {}

    /** What is there could not be kept, and the policy says that the tool must not run then. */
    record Blocked(String session, String why) implements AgentReply {}
}

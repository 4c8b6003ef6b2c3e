import io.snapdsl.api.AgentCallbacks;
import io.snapdsl.api.FileChange;
import io.snapdsl.api.Snapdsl;
import io.snapdsl.api.Snapshot;
import io.snapdsl.api.State;
import io.snapdsl.api.Tool;
import io.snapdsl.api.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;

/** An agent that tells what it does. Its arguments: a directory for the store, and one to work in. */
public class JavaAgent {
    public static void main(String[] arguments) throws Exception {
        try (Snapdsl snapdsl = Snapdsl.open(Path.of(arguments[0]))) {
            Workspace workspace = snapdsl.workspace(Path.of(arguments[1]));
            Snapshot before = workspace.snap("before the agent");

            AgentCallbacks agent = workspace.callbacks("greeter");
            String session = agent.onRunStart("write a greeting").session();
            Tool write = Tool.changing("Write", Path.of("greeting.txt")); // or Tool.named("Bash"): may change anything
            agent.onActionStart(write);
            Files.writeString(workspace.directory().resolve("greeting.txt"), "Hello\n");
            agent.onActionEnd(write).problem().ifPresent(System.err::println);
            agent.onRunEndAsync("done").join(); // all of them can be told without waiting

            State mind = snapdsl.state("greeter");
            mind.checkpoint("greeted", session, "{\"greeted\": true}");

            for (FileChange change : workspace.changes(before, workspace.find("@latest"))) {
                System.out.println(change.kind() + " " + change.path());
            }
            System.out.println("taken back: " + workspace.revert(session).deleted() + " file");
        }
    }
}

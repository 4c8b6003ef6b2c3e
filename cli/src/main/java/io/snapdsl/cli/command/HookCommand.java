package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.hook.HookIntake;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "hook",
        description = {
            "Takes what an agent gives to its hook, on standard input, and keeps what the agent does. It is what you enter in"
                    + " the agent's settings.",
            "While 'snapdsl run' or 'snapdsl serve' runs, that does the work in a few milliseconds; else it is done here,"
                    + " which takes longer, and two agents at once can't be told apart as well. It never grants the agent"
                    + " anything, and never fails: what went wrong is a message to you."
        },
        footer = {"", "Example: snapdsl hook claude"})
public final class HookCommand implements Callable<Integer> {
    /** Nobody goes on in the background when this process has ended. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(paramLabel = "AGENT", description = "claude, codex or gemini.")
    private String agent;

    /** The launcher has done it, where it could; see lib/hook.sh. */
    @Option(
            names = "--start-hub",
            description =
                    "If none runs, start 'snapdsl serve --hub' in the background, for the hooks after this one. It ends"
                            + " after two hours without any.")
    private boolean startHub;

    @Override
    public Integer call() {
        Map<String, Object> answer = take();
        // JSON in any case: it is an agent that reads it.
        snapdsl.out().json(answer);
        snapdsl.out().line(JsonText.of(answer));
        return 0;
    }

    private Map<String, Object> take() {
        try (AgentHub hub = new AgentHub(
                snapdsl.store(),
                snapdsl.workspaces(),
                workspace -> new WorkspaceCapture(snapdsl.store(), snapdsl.progress()),
                snapdsl.clock(),
                PATIENCE)) {
            HookIntake intake = new HookIntake(hub);
            return intake.take(agent, snapdsl.in().readAllBytes())
                    .map(reply -> intake.answer(agent, reply))
                    .orElseGet(Shapes::object);
        } catch (SnapdslException e) {
            return HookIntake.word("snapdsl could not keep this: " + e.getMessage() + " " + e.hint());
        } catch (IOException e) {
            return HookIntake.word("snapdsl could not keep this: standard input could not be read: " + e.getMessage());
        }
    }
}

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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
    /** How long what goes on in the background may take. */
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

    /** The agent waits for an answer as long as for a server's. Should the work take longer, this process ends when it is done. */
    @Override
    public Integer call() throws InterruptedException {
        FutureTask<Map<String, Object>> work = new FutureTask<>(this::take);
        Thread worker = new Thread(work, "hook");
        worker.start();
        try {
            answer(work.get(AgentHub.USUAL_BUDGET.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            answer(HookIntake.inBackground());
            snapdsl.letCallerGo();
            worker.join();
        } catch (ExecutionException e) {
            answer(HookIntake.word("snapdsl could not keep this: something unexpected went wrong: " + e.getCause()
                    + ". Run 'snapdsl snap' to keep what is there now."));
        }
        return 0;
    }

    /** JSON in any case: it is an agent that reads it. */
    private void answer(Map<String, Object> answer) {
        snapdsl.out().json(answer);
        snapdsl.out().line(JsonText.of(answer));
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

package io.snapdsl.api;

import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.agent.AgentRun;
import io.snapdsl.engine.agent.AgentStep;
import io.snapdsl.engine.agent.ToolCall;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What an agent calls while it works: one object for each of its runs. The run becomes a session, each use of a tool that
 * changed something a snapshot; of several agents at work in one directory each gets its own files.
 *
 * <pre>{@code
 * AgentCallbacks agent = workspace.callbacks("refactorer");
 * agent.onRunStart("better names");
 * Tool edit = Tool.changing("Edit", Path.of("src/cart.py"));
 * agent.onActionStart(edit);
 * // …
 * agent.onActionEnd(edit);
 * agent.onRunEnd("done");
 * }</pre>
 *
 * <p>None of them throws when something can't be kept: {@link Kept#problem} says so, and the agent goes on. The
 * {@code …Async} ones don't have the agent wait; what it tells is taken in the order in which it was told.
 */
public final class AgentCallbacks {
    private final AgentHub hub;
    private final Executor executor;
    private final AgentRun run;

    AgentCallbacks(AgentHub hub, Executor executor, AgentRun run) {
        this.hub = hub;
        this.executor = executor;
        this.run = run;
    }

    static AgentRun newRun(String agent, java.nio.file.Path directory) {
        return new AgentRun(agent, UUID.randomUUID().toString(), directory);
    }

    /** Keeps what is there before the agent begins. */
    public Kept onRunStart(String goal) {
        return take(new AgentStep.Started(run, goal));
    }

    /** Keeps what others have changed meanwhile, so that it is not taken for the tool's work. */
    public Kept onActionStart(Tool tool) {
        return take(new AgentStep.BeforeTool(run, call(tool)));
    }

    /** Keeps what the tool did, whether it succeeded or not. */
    public Kept onActionEnd(Tool tool) {
        return take(new AgentStep.AfterTool(run, call(tool)));
    }

    /** Keeps what is there when the agent has ended. */
    public Kept onRunEnd(String outcome) {
        return take(new AgentStep.Ended(run, outcome));
    }

    public CompletableFuture<Kept> onRunStartAsync(String goal) {
        return CompletableFuture.supplyAsync(() -> onRunStart(goal), executor);
    }

    public CompletableFuture<Kept> onActionStartAsync(Tool tool) {
        return CompletableFuture.supplyAsync(() -> onActionStart(tool), executor);
    }

    public CompletableFuture<Kept> onActionEndAsync(Tool tool) {
        return CompletableFuture.supplyAsync(() -> onActionEnd(tool), executor);
    }

    public CompletableFuture<Kept> onRunEndAsync(String outcome) {
        return CompletableFuture.supplyAsync(() -> onRunEnd(outcome), executor);
    }

    private Kept take(AgentStep step) {
        return Kept.of(hub.take(step));
    }

    /** Equal tools are the same use: none has two equal ones under way in one run. */
    private static ToolCall call(Tool tool) {
        return new ToolCall("", tool.name(), tool.files());
    }
}

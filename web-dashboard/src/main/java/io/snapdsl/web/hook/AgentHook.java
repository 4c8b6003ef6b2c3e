package io.snapdsl.web.hook;

import io.snapdsl.engine.agent.AgentRun;
import io.snapdsl.engine.agent.AgentStep;
import io.snapdsl.engine.shape.Shapes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How one agent tells what it does. */
abstract class AgentHook {
    /** What an event means to us. */
    enum Meaning {
        STARTED,
        PROMPTED,
        BEFORE_TOOL,
        AFTER_TOOL,
        TURN_ENDED,
        ENDED
    }

    private final String agent;
    private final Map<String, Meaning> events;
    private final Set<String> reading;

    /** @param reading the tools that change no file */
    AgentHook(String agent, Map<String, Meaning> events, Set<String> reading) {
        this.agent = agent;
        this.events = events;
        this.reading = reading;
    }

    String agent() {
        return agent;
    }

    /** The files a tool that is not only {@code reading} changes; empty if only the tool knows. */
    abstract Optional<List<Path>> files(HookPayload payload);

    /** How the agent is told, before a tool, that it must not run. */
    abstract Map<String, Object> refusal(String why);

    /** Empty for an event that means nothing to us. */
    Optional<AgentStep> step(HookPayload payload) {
        return Optional.ofNullable(events.get(payload.event())).map(meaning -> step(meaning, payload));
    }

    private AgentStep step(Meaning meaning, HookPayload payload) {
        AgentRun run = payload.run(agent);
        return switch (meaning) {
            case STARTED -> new AgentStep.Started(run, payload.prompt());
            case PROMPTED -> new AgentStep.Prompted(run, payload.prompt());
            case BEFORE_TOOL -> new AgentStep.BeforeTool(run, payload.call(changed(payload)));
            case AFTER_TOOL -> new AgentStep.AfterTool(run, payload.call(changed(payload)));
            case TURN_ENDED -> new AgentStep.TurnEnded(run);
            case ENDED -> new AgentStep.Ended(run, payload.text("reason"));
        };
    }

    private Optional<List<Path>> changed(HookPayload payload) {
        return reading.contains(payload.tool()) ? Optional.of(List.of()) : files(payload);
    }

    /** As Claude Code has it, and others after it. */
    static Map<String, Object> denied(String why) {
        return Shapes.object(
                "hookSpecificOutput",
                Shapes.object(
                        "hookEventName", "PreToolUse", "permissionDecision", "deny", "permissionDecisionReason", why));
    }

    static Optional<List<Path>> named(String file) {
        return file.isEmpty() ? Optional.empty() : HookPayload.path(file).map(List::of);
    }
}

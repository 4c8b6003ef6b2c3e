package io.snapdsl.web.hook;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.agent.AgentReply;
import io.snapdsl.engine.tree.ByteText;
import java.util.List;
import java.util.Optional;

/** Takes what an agent gave to its hook, with a server around it or without. */
public final class HookIntake {
    private static final List<AgentHook> HOOKS = List.of(new ClaudeHook(), new CodexHook(), new GeminiHook());

    private final AgentHub hub;

    public HookIntake(AgentHub hub) {
        this.hub = hub;
    }

    static List<String> agents() {
        return HOOKS.stream().map(AgentHook::agent).toList();
    }

    /** Empty for an event that means nothing to us. */
    public Optional<AgentReply> take(String agent, byte[] payload) {
        AgentHook hook = HOOKS.stream()
                .filter(known -> known.agent().equals(agent))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "No agent '" + ByteText.display(agent) + "' is known.",
                        "There are: " + String.join(", ", agents()) + "."));
        return hook.step(HookPayload.parse(payload)).map(hub::take);
    }

    /** What the person at the agent should know; empty if all is well. */
    public static Optional<String> word(AgentReply reply) {
        if (reply instanceof AgentReply.Failed failed) {
            return Optional.of("snapdsl could not keep this: " + failed.why());
        }
        return reply instanceof AgentReply.InBackground
                ? Optional.of("snapdsl: a snapshot takes longer, and goes on in the background.")
                : Optional.empty();
    }
}

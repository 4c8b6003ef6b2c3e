package io.snapdsl.web.hook;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.agent.AgentReply;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.ByteText;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes what an agent gave to its hook, with a server around it or without. */
public final class HookIntake {
    /**
     * The only field of an object around a payload that is to be taken without leaving anything behind. Nothing else of the
     * object means anything, so that a server which does not know the word does nothing.
     */
    public static final String REHEARSAL = "snapdsl_rehearsal";

    /** What the answer to a rehearsal is, if all went well; the snapshot follows. */
    public static final String REHEARSED = "snapdsl rehearsed this, and took the snapshot ";

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
        HookPayload told = HookPayload.parse(payload);
        return told.rehearsed()
                .map(rehearsed -> hook(agent).step(rehearsed).map(hub::rehearse))
                .orElseGet(() -> hook(agent).step(told).map(hub::take));
    }

    private static AgentHook hook(String agent) {
        return HOOKS.stream()
                .filter(known -> known.agent().equals(agent))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "No agent '" + ByteText.display(agent) + "' is known.",
                        "There are: " + String.join(", ", agents()) + "."));
    }

    /** What the agent is told: nothing if all is well. It never grants anything, and refuses only what a policy wants refused. */
    public Map<String, Object> answer(String agent, AgentReply reply) {
        if (reply instanceof AgentReply.Failed failed) {
            return word("snapdsl could not keep this: " + failed.why());
        } else if (reply instanceof AgentReply.Blocked blocked) {
            String why = "snapdsl could not keep what is there, and the policy says that nothing may be changed then"
                    + " (onFailure block): " + blocked.why();
            Map<String, Object> answer = word(why);
            answer.putAll(hook(agent).refusal(why));
            return answer;
        } else if (reply instanceof AgentReply.Done done) {
            return done.shortfall()
                    .map(shortfall -> word("snapdsl: " + shortfall))
                    .orElseGet(Shapes::object);
        } else if (reply instanceof AgentReply.Rehearsed rehearsed) {
            return word(rehearsed.snapshots().stream()
                    .findFirst()
                    .map(snapshot -> REHEARSED + snapshot.id().shortHex())
                    .orElse("snapdsl rehearsed this, and took no snapshot."));
        }
        return inBackground();
    }

    public static Map<String, Object> inBackground() {
        return word("snapdsl: a snapshot takes longer, and goes on in the background.");
    }

    /** For the person at the agent. */
    public static Map<String, Object> word(String text) {
        return Shapes.object("systemMessage", text);
    }
}

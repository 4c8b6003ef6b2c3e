package io.snapdsl.web.hook;

import io.javalin.http.Context;
import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.agent.AgentReply;
import io.snapdsl.engine.agent.AgentStep;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where agents' hooks post what they are given. The answer is an empty object, or one with a word for the person at the
 * agent: never a decision, so that the agent's own rules for permissions hold as if we were not there. What was recorded
 * is in the headers, for scripts.
 */
public final class Hooks implements Route.Group {
    public static final String PATH = "/hooks/";

    private final AgentHub hub;

    public Hooks(AgentHub hub) {
        this.hub = hub;
    }

    @Override
    public List<Route> routes() {
        return List.of(new ClaudeHook(), new CodexHook(), new GeminiHook()).stream()
                .map(hook -> Route.post(PATH + hook.agent(), "", ctx -> take(ctx, hook)))
                .toList();
    }

    private void take(Context ctx, AgentHook hook) {
        Optional<AgentStep> step = hook.step(HookPayload.parse(ctx.bodyAsBytes()));
        Map<String, Object> answer =
                step.map(told -> answer(ctx, hub.take(told))).orElseGet(Shapes::object);
        ctx.header("Cache-Control", "no-store")
                .contentType("application/json")
                .result(JsonText.of(answer).getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> answer(Context ctx, AgentReply reply) {
        ctx.header("Snapdsl-Session", reply.session());
        if (reply instanceof AgentReply.Done done) {
            ctx.header(
                    "Snapdsl-Snapshots",
                    done.snapshots().stream()
                            .map(Snapshot::id)
                            .map(id -> id.hex())
                            .collect(Collectors.joining(",")));
            return Shapes.object();
        }
        return Shapes.object(
                "systemMessage",
                reply instanceof AgentReply.Failed failed
                        ? "snapdsl could not keep this: " + failed.why()
                        : "snapdsl: a snapshot takes longer, and goes on in the background.");
    }
}

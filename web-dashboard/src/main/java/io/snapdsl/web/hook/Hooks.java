package io.snapdsl.web.hook;

import io.javalin.http.Context;
import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.agent.AgentReply;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where agents' hooks post what they are given. The answer is an empty object, or one with a word for the person at the
 * agent: so its own rules for permissions hold as if we were not there. Only where a policy says {@code onFailure block} a
 * tool is refused, and nothing is ever granted. What was recorded is in the headers, for scripts.
 */
public final class Hooks implements Route.Group {
    public static final String PATH = "/hooks/";

    private final HookIntake intake;

    public Hooks(AgentHub hub) {
        this.intake = new HookIntake(hub);
    }

    @Override
    public List<Route> routes() {
        return HookIntake.agents().stream()
                .map(agent -> Route.post(PATH + agent, "", ctx -> take(ctx, agent)))
                .toList();
    }

    private void take(Context ctx, String agent) {
        Optional<AgentReply> reply = intake.take(agent, ctx.bodyAsBytes());
        reply.ifPresent(told -> describe(ctx, told));
        String answer =
                JsonText.of(reply.map(told -> intake.answer(agent, told)).orElseGet(Shapes::object));
        ctx.header("Cache-Control", "no-store")
                .contentType("application/json")
                .result(answer.getBytes(StandardCharsets.UTF_8));
    }

    private static void describe(Context ctx, AgentReply reply) {
        ctx.header("Snapdsl-Session", reply.session());
        if (reply instanceof AgentReply.Done done) {
            ctx.header(
                    "Snapdsl-Snapshots",
                    done.snapshots().stream()
                            .map(snapshot -> snapshot.id().hex())
                            .collect(Collectors.joining(",")));
        }
    }
}

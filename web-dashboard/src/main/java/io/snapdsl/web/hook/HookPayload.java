package io.snapdsl.web.hook;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.agent.AgentRun;
import io.snapdsl.engine.agent.ToolCall;
import io.snapdsl.engine.json.Json;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a hook was given, read leniently: names differ between agents and their versions, and most of it is not for us. */
record HookPayload(JsonNode object) {
    private static final int GOAL = 200;
    /** What the tool answered: it may be large, and no text, and we need none of it. */
    private static final Set<String> ANSWERS = Set.of("tool_response", "tool_result", "tool_output");

    static HookPayload parse(byte[] body) {
        try {
            return new HookPayload(Json.objectWithout(ANSWERS, body));
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "The body is no JSON object.", "Send what the agent gives to its hook.", e);
        }
    }

    /** The first of these that is there; else empty. */
    String text(String... names) {
        return Arrays.stream(names)
                .map(object::path)
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .findFirst()
                .orElse("");
    }

    /** The first of these of what the tool was given; else empty. */
    String input(String... names) {
        return new HookPayload(object.path("tool_input")).text(names);
    }

    /** Empty if nothing can be called so. */
    static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    String event() {
        return text("hook_event_name", "hookEventName", "type");
    }

    String tool() {
        return text("tool_name", "toolName");
    }

    /** One line of it: it is shown beside every snapshot. */
    String prompt() {
        String line = text("prompt", "user_prompt", "userPrompt").strip().replaceAll("\\s+", " ");
        return line.length() > GOAL ? line.substring(0, GOAL - 1) + "…" : line;
    }

    /** What is only to be tried, if this is no more than a wrapper around it. */
    Optional<HookPayload> rehearsed() {
        return Optional.of(object.path(HookIntake.REHEARSAL))
                .filter(JsonNode::isObject)
                .map(HookPayload::new);
    }

    AgentRun run(String agent) {
        String id = text("session_id", "sessionId", "thread-id", "thread_id");
        Optional<Path> directory = path(text("cwd", "workspace_root")).filter(Path::isAbsolute);
        if (id.isEmpty() || directory.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "The hook says neither which session it is nor where: 'session_id' and 'cwd' are needed.",
                    "Send what the agent gives to its hook.");
        }
        return new AgentRun(agent, id, directory.get());
    }

    ToolCall call(Optional<List<Path>> files) {
        return new ToolCall(text("tool_use_id", "toolUseId", "call_id"), tool(), files);
    }
}

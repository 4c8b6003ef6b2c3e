package io.snapdsl.web.hook;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.agent.AgentRun;
import io.snapdsl.engine.agent.ToolCall;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.json.Json;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a hook was given, read leniently: names differ between agents and their versions, and most of it is not for us. */
record HookPayload(JsonNode object) {
    private static final int GOAL = 200;

    static HookPayload parse(byte[] body) {
        try {
            JsonNode node = Json.parse(body);
            if (node.isObject()) {
                return new HookPayload(node);
            }
        } catch (DamagedContentException e) {
            throw notAnObject(e);
        }
        throw notAnObject(null);
    }

    private static SnapdslException notAnObject(Exception cause) {
        return new SnapdslException(
                ErrorCode.USAGE, "The body is no JSON object.", "Send what the agent gives to its hook.", cause);
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
        String directory = text("cwd", "workspace_root");
        if (id.isEmpty() || !directory.startsWith("/")) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "The hook says neither which session it is nor where: 'session_id' and 'cwd' are needed.",
                    "Send what the agent gives to its hook.");
        }
        return new AgentRun(agent, id, Path.of(directory));
    }

    ToolCall call(Optional<List<Path>> files) {
        return new ToolCall(text("tool_use_id", "toolUseId", "call_id"), tool(), files);
    }
}

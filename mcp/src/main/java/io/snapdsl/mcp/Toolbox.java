package io.snapdsl.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.mcp.CommandRunner.Answer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** All tools, and how a use of one is answered: in words and as data, mistakes too, so that the agent can do better. */
final class Toolbox {
    static final String INSTRUCTIONS = """
            snapdsl keeps every state of a directory, so that what you change can be undone. Take a snapshot (create_snapshot) \
            before something risky and after each step, with a goal in one line. To go back: undo, or preview_restore and then \
            restore. To take back only some snapshots or one run and keep what came later: revert. Nothing is lost by going back: \
            what was there is kept as a snapshot first. \
            Answers and hints name snapdsl's commands: 'snapdsl log' is get_history, 'snapdsl show' is load_snapshot, 'snapdsl \
            snap' is create_snapshot; options such as --dry-run or --ours are the tools' arguments.""";

    /** Nothing comes and goes while the server runs. */
    static final ServerCapabilities CAPABILITIES =
            ServerCapabilities.builder().tools(false).resources(false, false).build();

    private static final String COMMANDS_ARE_TOOLS =
            "(Commands named here are tools of this server, and their options arguments of these tools.)";

    private final CommandRunner commands;

    Toolbox(CommandRunner commands) {
        this.commands = commands;
    }

    /** Every tool as one of a server's kind: what its client is told of it, and what is done when it is used. */
    <T> List<T> each(BiFunction<McpSchema.Tool, Function<CallToolRequest, CallToolResult>, T> asServed) {
        return tools().map(tool -> asServed.apply(tool.schema(), request -> use(tool, request)))
                .toList();
    }

    private static Stream<Tool> tools() {
        return Stream.of(SnapshotTools.all(), RestoreTools.all(), UpkeepTools.all(), StateTools.all())
                .flatMap(List::stream);
    }

    private CallToolResult use(Tool tool, CallToolRequest request) {
        Map<String, Object> arguments = Optional.ofNullable(request.arguments()).orElseGet(Map::of);
        try {
            return result(commands.ask(CommandLine.of(tool, arguments)));
        } catch (SnapdslException e) {
            return failure(e);
        }
    }

    private static CallToolResult result(Answer answer) {
        Map<String, Object> object = Wire.object(answer.json());
        boolean failed = object.containsKey("error");
        String words = answer.words().isBlank() ? answer.json() : answer.words().stripTrailing();
        return CallToolResult.builder()
                .addTextContent(failed ? words + "\n" + COMMANDS_ARE_TOOLS : words)
                .structuredContent(object)
                .isError(failed)
                .build();
    }

    private static CallToolResult failure(SnapdslException e) {
        return CallToolResult.builder()
                .addTextContent(e.getMessage() + "\n" + e.hint())
                .structuredContent(Shapes.object(
                        "error", Shapes.object("code", e.code().name(), "message", e.getMessage(), "hint", e.hint())))
                .isError(true)
                .build();
    }
}

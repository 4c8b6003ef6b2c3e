package io.snapdsl.mcp;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.mcp.CommandRunner.Call;
import io.snapdsl.mcp.CommandRunner.Where;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What can be read without asking for anything to be done: the store, histories, snapshots, and files in them. */
final class Resources {
    private static final Resource STORE = Resource.builder("snapdsl://store", "store")
            .title("The store")
            .description("What the store holds: workspaces, containers, states, and what they take.")
            .mimeType("application/json")
            .build();

    private static final ResourceTemplate HISTORY = ResourceTemplate.builder(
                    "snapdsl://workspaces/{name}/history", "history")
            .title("A workspace's history")
            .description("The newest snapshots of a workspace, by its name.")
            .mimeType("application/json")
            .build();

    private static final ResourceTemplate SNAPSHOT = ResourceTemplate.builder("snapdsl://snapshots/{id}", "snapshot")
            .title("A snapshot")
            .description("Who took it and why, what it changed, what it covers. The id can be shortened.")
            .mimeType("application/json")
            .build();

    private static final ResourceTemplate FILE = ResourceTemplate.builder(
                    "snapdsl://snapshots/{id}/files/{path}", "file")
            .title("A file in a snapshot")
            .description("A file as it is in a snapshot. The path is percent-encoded, slashes too: src%2Fmain.py.")
            .build();

    private final CommandRunner commands;

    Resources(CommandRunner commands) {
        this.commands = commands;
    }

    /** What is always there, as one of a server's kind. */
    <T> List<T> fixed(BiFunction<Resource, Function<ReadResourceRequest, ReadResourceResult>, T> asServed) {
        return List.of(asServed.apply(STORE, request -> store(request.uri())));
    }

    /** What has a name of its own in its address, as one of a server's kind. */
    <T> List<T> named(BiFunction<ResourceTemplate, Function<ReadResourceRequest, ReadResourceResult>, T> asServed) {
        return List.of(
                asServed.apply(HISTORY, request -> history(request.uri())),
                asServed.apply(SNAPSHOT, request -> snapshot(request.uri())),
                asServed.apply(FILE, request -> file(request.uri())));
    }

    private ReadResourceResult store(String uri) {
        return json(uri, List.of("stats"));
    }

    private ReadResourceResult history(String uri) {
        String name = segments(uri).get(1);
        return json(uri, List.of("log", "--", name));
    }

    private ReadResourceResult snapshot(String uri) {
        return json(uri, List.of("show", "--", segments(uri).get(1)));
    }

    private ReadResourceResult file(String uri) {
        List<String> segments = segments(uri);
        byte[] content;
        try {
            content = commands.read(call(List.of("cat", "--", segments.get(1), segments.get(3))));
        } catch (SnapdslException e) {
            throw notThere(uri, e.getMessage(), e.hint());
        }
        return ReadResourceResult.builder(List.of(contents(uri, content))).build();
    }

    private ReadResourceResult json(String uri, List<String> words) {
        try {
            String answer = commands.ask(call(words)).json();
            if (Wire.object(answer).get("error") instanceof Map<?, ?> error) {
                throw notThere(uri, String.valueOf(error.get("message")), String.valueOf(error.get("hint")));
            }
            return ReadResourceResult.builder(
                            List.<ResourceContents>of(TextResourceContents.builder(uri, answer.strip())
                                    .mimeType("application/json")
                                    .build()))
                    .build();
        } catch (SnapdslException e) {
            throw notThere(uri, e.getMessage(), e.hint());
        }
    }

    private static Call call(List<String> words) {
        return new Call(new Where.Anywhere(), words, new byte[0]);
    }

    /** What follows the scheme, decoded byte by byte. */
    private List<String> segments(String uri) {
        try {
            return List.of(uri.substring("snapdsl://".length()).split("/")).stream()
                    // A plus is a plus here, not a space.
                    .map(segment -> latin(segment.replace("+", "%2B").getBytes(StandardCharsets.UTF_8)))
                    .map(bytes -> URLDecoder.decode(bytes, StandardCharsets.ISO_8859_1))
                    .map(bytes -> commands.word(bytes.getBytes(StandardCharsets.ISO_8859_1)))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw notThere(uri, "The address is not percent-encoded correctly.", "Write each byte as %XX.");
        }
    }

    /** A character for each byte. */
    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static ResourceContents contents(String uri, byte[] content) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            if (text.indexOf('\0') < 0) {
                return TextResourceContents.builder(uri, text)
                        .mimeType("text/plain")
                        .build();
            }
        } catch (CharacterCodingException e) {
            // Then it is no text.
        }
        return BlobResourceContents.builder(uri, Base64.getEncoder().encodeToString(content))
                .mimeType("application/octet-stream")
                .build();
    }

    private static McpError notThere(String uri, String message, String hint) {
        return McpError.builder(ErrorCodes.RESOURCE_NOT_FOUND)
                .message(message + " " + hint)
                .data(Shapes.object("uri", uri))
                .build();
    }
}

package io.snapdsl.container.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.transport.DockerHttpClient.Request;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** One request of the engine's API, being put together, and the ways to have its answer. */
final class EngineRequest {
    private static final int NOT_FOUND = 404;
    /** To where a name like {@code ..} would lead. */
    private static final int MOVED = 301;

    private static final int CONFLICT = 409;
    private static final int FIRST_ERROR = 400;

    private final EngineConnection connection;
    private final String purpose;
    private final StringBuilder target;
    private final Request.Builder request;
    private boolean mayBeInUse;

    /** @param purpose completes "could not" */
    EngineRequest(EngineConnection connection, String method, String path, String purpose) {
        this.connection = connection;
        this.purpose = purpose;
        this.target = new StringBuilder(path);
        // One connection for each: an idle one that outlived a restart of the engine would fail the next request.
        this.request = Request.builder().method(method).putHeader("Connection", "close");
    }

    /** A part of a path: the name of something, whatever it is. */
    static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    EngineRequest with(String parameter, String value) {
        target.append(target.indexOf("?") < 0 ? '?' : '&')
                .append(parameter)
                .append('=')
                .append(part(value));
        return this;
    }

    EngineRequest body(JsonNode json) {
        byte[] bytes = Json.compact(json).getBytes(StandardCharsets.UTF_8);
        request.putHeader("Content-Type", "application/json").bodyBytes(bytes);
        return this;
    }

    /** Sent only once the engine wants it: so a refusal is heard, and not lost in a connection that breaks. */
    EngineRequest body(InputStream archive) {
        request.putHeader("Content-Type", "application/x-tar")
                .putHeader("Expect", "100-continue")
                .body(archive);
        return this;
    }

    /** A conflict then means that something is in use. */
    EngineRequest ofWhatMayBeInUse() {
        mayBeInUse = true;
        return this;
    }

    JsonNode json() {
        try (Response response = accepted(open())) {
            return parsed(response);
        }
    }

    /** Empty if the engine doesn't know what was named. */
    Optional<JsonNode> jsonIfThere() {
        try (Response response = open()) {
            return isUnknown(response) ? Optional.empty() : Optional.of(parsed(accepted(response)));
        }
    }

    void run() {
        try (Response response = accepted(open())) {
            drain(response);
        }
    }

    /** Nothing if the engine doesn't know what was named. */
    void runIfThere() {
        try (Response response = open()) {
            if (!isUnknown(response)) {
                drain(accepted(response));
            }
        }
    }

    /** The answer as it comes; closing it early ends the connection. */
    ResponseStream stream() {
        // Compressing costs the engine far more than sending.
        request.putHeader("Accept-Encoding", "identity");
        return new ResponseStream(accepted(open()));
    }

    private Response open() {
        return connection.execute(request.path(target.toString()).build(), purpose);
    }

    private Response accepted(Response response) {
        if (response.getStatusCode() < FIRST_ERROR && !isUnknown(response)) {
            return response;
        }
        try (response) {
            throw refusal(response.getStatusCode(), message(response));
        }
    }

    private static boolean isUnknown(Response response) {
        return response.getStatusCode() == NOT_FOUND || response.getStatusCode() == MOVED;
    }

    private SnapdslException refusal(int status, String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        // A port or an address that is taken is an inner failure to the engine.
        boolean taken = lower.contains("already allocated") || lower.contains("address already in use");
        return mayBeInUse && (status == CONFLICT || taken)
                ? EngineErrors.inUse(purpose, message)
                : EngineErrors.refused(purpose, message);
    }

    private String message(Response response) {
        if (response.getStatusCode() == MOVED) {
            return "there is nothing of that name";
        }
        byte[] bytes = bytes(response);
        try {
            String message = Json.parse(bytes).path("message").asText();
            return message.isEmpty() ? "HTTP status " + response.getStatusCode() : message;
        } catch (RuntimeException notJson) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private JsonNode parsed(Response response) {
        byte[] bytes = bytes(response);
        try {
            return Json.parse(bytes);
        } catch (RuntimeException e) {
            throw EngineErrors.refused(purpose, "its answer is not JSON");
        }
    }

    private byte[] bytes(Response response) {
        try {
            return response.getBody().readAllBytes();
        } catch (IOException e) {
            throw connection.broken(purpose, e);
        }
    }

    private void drain(Response response) {
        bytes(response);
    }
}

package io.snapdsl.container.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerRuntime.Event;
import io.snapdsl.engine.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;

/** Hands on what the engine tells of its containers, until it is closed or the engine is gone. */
final class DockerEvents implements AutoCloseable {
    private static final long NANOS = 1_000_000_000;

    private final ResponseStream stream;
    private final Consumer<Event> action;
    private final Runnable ended;
    private volatile boolean closed;

    private DockerEvents(ResponseStream stream, Consumer<Event> action, Runnable ended) {
        this.stream = stream;
        this.action = action;
        this.ended = ended;
    }

    static DockerEvents follow(EngineConnection engine, Consumer<Event> action, Runnable ended) {
        ObjectNode filters = Json.object();
        filters.putArray("type").add("container");
        // It answers before it listens: what happens in between it has to look up. Its clock may not be ours.
        String now =
                engine.get("/info", "tell its time").json().path("SystemTime").asText();
        ResponseStream stream = engine
                .get("/events", "tell what happens")
                .with("since", seconds(Instant.parse(now)))
                .with("filters", Json.compact(filters))
                .stream();
        DockerEvents events = new DockerEvents(stream, action, ended);
        Thread thread = new Thread(events::run, "docker-events");
        thread.setDaemon(true);
        thread.start();
        return events;
    }

    private static String seconds(Instant time) {
        return time.getEpochSecond() + "." + String.format("%09d", time.getNano());
    }

    private void run() {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
                action.accept(event(Json.parse(line.getBytes(StandardCharsets.UTF_8))));
            }
        } catch (IOException gone) {
            // As its end: there is nothing more to hear.
        } finally {
            stream.close();
            if (!closed) {
                ended.run();
            }
        }
    }

    private static Event event(JsonNode json) {
        JsonNode actor = json.path("Actor");
        long nanos = json.path("timeNano").asLong();
        return new Event(
                Instant.ofEpochSecond(nanos / NANOS, nanos % NANOS),
                json.path("Action").asText(),
                actor.path("ID").asText(),
                actor.path("Attributes").path("name").asText());
    }

    @Override
    public void close() {
        closed = true;
        stream.close();
    }
}

package io.snapdsl.container.docker;

import static io.snapdsl.container.docker.EngineRequest.part;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerRuntime.ExecResult;
import io.snapdsl.engine.json.Json;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Commands in containers that run. */
final class DockerExec {
    private final EngineConnection engine;

    DockerExec(EngineConnection engine) {
        this.engine = engine;
    }

    ExecResult run(String container, List<String> command, Duration timeout) {
        String purpose = "run " + command.get(0) + " in container '" + container + "'";
        ObjectNode settings = Json.object().put("AttachStdout", true).put("AttachStderr", true);
        settings.set("Cmd", Json.array(command));
        String id = engine.post(DockerContainers.path(container, "exec"), purpose)
                .body(settings)
                .json()
                .path("Id")
                .asText();
        Tail output = new Tail();
        try (ResponseStream stream = engine
                .post("/exec/" + part(id) + "/start", purpose)
                .body(Json.object().put("Detach", false).put("Tty", false))
                .stream()) {
            Thread reading = new Thread(() -> read(stream, output), "docker-exec");
            reading.setDaemon(true);
            reading.start();
            return new ExecResult(await(id, purpose, timeout, reading), output.toString());
        }
    }

    /** A process it left behind may hold its output open: what counts is that the command has ended. */
    private int await(String id, String purpose, Duration timeout, Thread reading) {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            JsonNode state = engine.get("/exec/" + part(id) + "/json", purpose).json();
            if (!state.path("Running").asBoolean() && state.path("ExitCode").isNumber()) {
                Pauses.until(reading);
                return state.path("ExitCode").asInt();
            }
            if (System.nanoTime() > end) {
                throw EngineErrors.refused(
                        purpose, "it has not ended within " + timeout.toSeconds() + " s, and still runs there");
            }
            Pauses.brief();
        }
    }

    /** Both outputs come in frames: four bytes that say which, four with the length. */
    private static void read(ResponseStream stream, Tail output) {
        try {
            DataInputStream in = new DataInputStream(stream);
            while (true) {
                in.readInt();
                int length = in.readInt();
                output.add(in.readNBytes(length));
            }
        } catch (EOFException end) {
            // All of it was read.
        } catch (IOException closed) {
            // Nobody waits for the rest.
        }
    }
}

package io.snapdsl.container.docker;

import static io.snapdsl.container.docker.EngineRequest.part;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.json.Json;

/** Networks. */
final class DockerNetworks {
    private final EngineConnection engine;

    DockerNetworks(EngineConnection engine) {
        this.engine = engine;
    }

    /** By its name: the engine itself also takes the beginning of an id. */
    boolean has(String name) {
        return !name.isBlank()
                && engine.get("/networks/" + part(name), "inspect network '" + name + "'")
                        .jsonIfThere()
                        .filter(details -> details.path("Name").asText().equals(name))
                        .isPresent();
    }

    void connect(String container, String network, JsonNode endpoint) {
        ObjectNode settings = Json.object().put("Container", container);
        settings.set("EndpointConfig", endpoint);
        engine.post(
                        "/networks/" + part(network) + "/connect",
                        "connect container '" + container + "' to network '" + network + "'")
                .body(settings)
                .ofWhatMayBeInUse()
                .run();
    }
}

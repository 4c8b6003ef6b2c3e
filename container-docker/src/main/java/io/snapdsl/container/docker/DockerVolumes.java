package io.snapdsl.container.docker;

import static io.snapdsl.container.docker.EngineRequest.part;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerRuntime.Volume;
import io.snapdsl.engine.json.Json;
import java.util.Optional;

/** Volumes. */
final class DockerVolumes {
    private final EngineConnection engine;

    DockerVolumes(EngineConnection engine) {
        this.engine = engine;
    }

    Optional<Volume> volume(String name) {
        if (name.isBlank()) {
            return Optional.empty();
        }
        return engine.get("/volumes/" + part(name), "inspect volume '" + name + "'")
                .jsonIfThere()
                .map(details -> new Volume(details.path("Name").asText(), details));
    }

    void create(String name, JsonNode details) {
        String purpose = "create volume '" + name + "'";
        // The engine would hand out the one that is there, with its content, as if it were new.
        if (volume(name).isPresent()) {
            throw EngineErrors.inUse(purpose, "there is one of that name");
        }
        ObjectNode settings = Json.object().put("Name", name);
        settings.put("Driver", details.path("Driver").asText("local"));
        settings.set("DriverOpts", Json.object(Json.texts(details.path("Options"))));
        settings.set("Labels", Json.object(Json.texts(details.path("Labels"))));
        engine.post("/volumes/create", purpose)
                .body(settings)
                .ofWhatMayBeInUse()
                .run();
    }

    void remove(String name) {
        engine.delete("/volumes/" + part(name), "remove volume '" + name + "'")
                .ofWhatMayBeInUse()
                .runIfThere();
    }
}

package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a snapshot says of its container: the file {@code container.json} in its tree.
 *
 * @param containerId the engine's id for the container that was captured
 * @param image the id of the image that holds its files
 * @param layers what tells the image's files from those of others
 * @param imageBytes what the image takes beyond the one that the container was made from
 * @param sourceImage what the container was made from, as its author called it
 * @param isPortable whether the image itself is in the snapshot too
 */
public record ContainerManifest(
        String name,
        String containerId,
        String engine,
        Status status,
        String image,
        List<String> layers,
        long imageBytes,
        String sourceImage,
        boolean isPortable,
        ContainerSettings settings,
        List<Mount> mounts) {
    public static final String FILE = "container.json";
    private static final int FORMAT = 1;

    public ContainerManifest {
        layers = List.copyOf(layers);
        mounts = List.copyOf(mounts);
    }

    /** Those whose content the snapshot has. */
    public List<Mount> captured() {
        return mounts.stream().filter(mount -> mount.tree().isPresent()).toList();
    }

    /** By its title, its volume's name or its place in the container. */
    public Optional<Mount> mount(String text) {
        return mounts.stream()
                .filter(mount ->
                        mount.title().equals(text) || mount.destination().equals(text))
                .findFirst();
    }

    /** The same, of another container. */
    ContainerManifest of(String container, String engineId) {
        return new ContainerManifest(
                name,
                container,
                engineId,
                status,
                image,
                layers,
                imageBytes,
                sourceImage,
                isPortable,
                settings,
                mounts);
    }

    byte[] encode() {
        ObjectNode json = Json.object()
                .put("format", FORMAT)
                .put("name", name)
                .put("containerId", containerId)
                .put("engine", engine)
                .put("status", status.name().toLowerCase(Locale.ROOT))
                .put("image", image)
                .put("imageBytes", imageBytes)
                .put("sourceImage", sourceImage)
                .put("portable", isPortable);
        json.set("layers", Json.array(layers));
        json.set("settings", settings.json());
        ArrayNode places = json.putArray("mounts");
        mounts.forEach(mount -> places.add(mount.toJson()));
        return Json.readable(json);
    }

    static ContainerManifest decode(byte[] bytes) {
        JsonNode json = Json.parse(bytes);
        if (json.path("format").asInt() != FORMAT) {
            throw new DamagedContentException(FILE + " has the unknown format " + json.path("format"));
        }
        List<String> layers = new ArrayList<>();
        json.path("layers").forEach(layer -> layers.add(layer.asText()));
        List<Mount> mounts = new ArrayList<>();
        json.path("mounts").forEach(mount -> mounts.add(Mount.fromJson(mount)));
        return new ContainerManifest(
                json.path("name").asText(),
                json.path("containerId").asText(),
                json.path("engine").asText(),
                Status.valueOf(json.path("status").asText().toUpperCase(Locale.ROOT)),
                json.path("image").asText(),
                layers,
                json.path("imageBytes").asLong(),
                json.path("sourceImage").asText(),
                json.path("portable").asBoolean(),
                new ContainerSettings((ObjectNode) json.path("settings")),
                mounts);
    }
}

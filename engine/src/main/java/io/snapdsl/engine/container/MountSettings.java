package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.json.Json;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a container's settings say of outside that it sees: written in two ways, {@code Binds} and {@code Mounts}. */
final class MountSettings {
    private static final String NO_COPY = "nocopy";

    private final ObjectNode host;

    /** @param host the settings' HostConfig, which is changed */
    MountSettings(ObjectNode host) {
        this.host = host;
    }

    /** See {@link ContainerSettings#withVolumes}. */
    void use(Map<String, String> sources, List<Mount> mounts) {
        Set<String> placed = new HashSet<>();
        ArrayNode binds = Json.array(List.of());
        host.path("Binds").forEach(bind -> {
            String[] parts = bind.asText().split(":", 3);
            String place = parts.length > 1 ? place(parts[1]) : "";
            String source = sources.getOrDefault(place, parts[0]);
            binds.add(source + bind.asText().substring(parts[0].length()));
            placed.add(place);
        });
        host.path("Mounts").forEach(mount -> {
            String place = place(mount.path("Target").asText());
            String source = sources.get(place);
            if (source != null) {
                ((ObjectNode) mount).put("Type", "volume").put("Source", source).remove("BindOptions");
            }
            placed.add(place);
        });
        mounts.stream()
                .filter(mount -> mount.kind() == Mount.Kind.VOLUME || mount.kind() == Mount.Kind.BIND)
                .filter(mount -> !placed.contains(mount.destination()))
                .forEach(mount -> {
                    String source = sources.getOrDefault(mount.destination(), mount.source());
                    // Without a source the engine makes a new volume, as it did for the original.
                    if (!source.isEmpty()) {
                        binds.add(source + ":" + mount.destination() + (mount.isReadOnly() ? ":ro" : ""));
                    }
                });
        setBinds(binds);
        host.putNull("VolumesFrom");
    }

    /** See {@link ContainerSettings#copyingNothingInto}. */
    void copyNothingInto(Set<String> places) {
        ArrayNode binds = Json.array(List.of());
        host.path("Binds").forEach(bind -> {
            String[] parts = bind.asText().split(":", 3);
            boolean isMeant = parts.length > 1 && places.contains(place(parts[1]));
            boolean isSaid = parts.length > 2 && List.of(parts[2].split(",")).contains(NO_COPY);
            binds.add(isMeant && !isSaid ? bind.asText() + (parts.length > 2 ? "," : ":") + NO_COPY : bind.asText());
        });
        setBinds(binds);
        host.path("Mounts").forEach(mount -> {
            if (places.contains(place(mount.path("Target").asText()))) {
                ((ObjectNode) mount).withObject("/VolumeOptions").put("NoCopy", true);
            }
        });
    }

    private void setBinds(ArrayNode binds) {
        if (binds.isEmpty()) {
            host.putNull("Binds");
        } else {
            host.set("Binds", binds);
        }
    }

    /** As the engine writes it when it tells of mounts, however someone wrote it: {@code /data/} is {@code /data}. */
    private static String place(String destination) {
        return Path.of(destination).normalize().toString();
    }
}

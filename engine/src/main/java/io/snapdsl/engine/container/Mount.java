package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.json.Json;
import java.util.Locale;
import java.util.Optional;

/**
 * Something of outside that a container sees in one of its directories.
 *
 * @param source a volume's name, or a directory of the host
 * @param volume for a volume: what is needed to make it again
 * @param tree where in the snapshot its content is; empty if that was not captured
 */
public record Mount(
        Kind kind,
        String source,
        String destination,
        boolean isAnonymous,
        boolean isReadOnly,
        Optional<JsonNode> volume,
        Optional<String> tree) {
    public enum Kind {
        VOLUME,
        BIND,
        /** In memory only. */
        TMPFS,
        /** Something this version of snapdsl doesn't know. */
        OTHER;

        static Kind of(String word) {
            return switch (word) {
                case "volume" -> VOLUME;
                case "bind" -> BIND;
                case "tmpfs" -> TMPFS;
                default -> OTHER;
            };
        }
    }

    /** Names of volumes begin with a letter or digit, so this one is never taken. */
    private static final String NAMELESS = "@";

    /**
     * What people call it, and what its directory in a snapshot is called: a volume's name. One without a name is called
     * by its place, because the long id it has instead is another one after each restore.
     */
    public String title() {
        return kind == Kind.VOLUME && !isAnonymous ? source : NAMELESS + place();
    }

    private String place() {
        return destination.replaceFirst("^/", "").replace("%", "%25").replace("/", "%2F");
    }

    Mount captured(String directory) {
        return new Mount(kind, source, destination, isAnonymous, isReadOnly, volume, Optional.of(directory));
    }

    /** The same, in a volume of another name, which holds nothing yet. */
    Mount in(String other) {
        return new Mount(Kind.VOLUME, other, destination, isAnonymous, isReadOnly, volume, Optional.empty());
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object()
                .put("kind", kind.name().toLowerCase(Locale.ROOT))
                .put("destination", destination)
                .put("anonymous", isAnonymous);
        if (isReadOnly) {
            json.put("readOnly", true);
        }
        // The name of a volume without a name says nothing, and is another one after each restore.
        json.put("source", isAnonymous ? "" : source);
        volume.ifPresent(details -> json.set("volume", details));
        tree.ifPresent(path -> json.put("tree", path));
        return json;
    }

    static Mount fromJson(JsonNode json) {
        return new Mount(
                Kind.valueOf(json.path("kind").asText().toUpperCase(Locale.ROOT)),
                json.path("source").asText(),
                json.path("destination").asText(),
                json.path("anonymous").asBoolean(),
                json.path("readOnly").asBoolean(),
                Optional.ofNullable(json.get("volume")),
                Optional.ofNullable(json.get("tree")).map(JsonNode::asText));
    }
}

package io.snapdsl.engine.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * A place where two JSON documents differ. In their order, differences turn one into the other: where elements of a list
 * are removed the place counts in the old list, where they are added or changed in the new one.
 */
public record JsonDifference(JsonPlace place, Optional<JsonNode> before, Optional<JsonNode> after) {
    private static final String NOTHING = "nothing";

    public static List<JsonDifference> between(JsonNode before, JsonNode after) {
        return new JsonComparison().between(before, after);
    }

    /** The differences as an RFC 6902 patch. */
    public static ArrayNode patch(List<JsonDifference> differences) {
        ArrayNode patch = JsonNodeFactory.instance.arrayNode();
        differences.forEach(difference -> patch.add(difference.operation()));
        return patch;
    }

    public String pointer() {
        return place.pointer();
    }

    /** For people: {@code plan.steps[3].done: false -> true}. */
    public String text() {
        return place + ": " + text(before) + " -> " + text(after);
    }

    private static String text(Optional<JsonNode> value) {
        return value.map(Json::compact).orElse(NOTHING);
    }

    private ObjectNode operation() {
        String word = before.isEmpty() ? "add" : after.isEmpty() ? "remove" : "replace";
        ObjectNode operation = Json.object().put("op", word).put("path", place.pointer());
        after.ifPresent(value -> operation.set("value", value));
        return operation;
    }
}

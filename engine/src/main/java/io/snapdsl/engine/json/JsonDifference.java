package io.snapdsl.engine.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A place where two JSON documents differ.
 *
 * @param pointer where, as in RFC 6901: {@code /HostConfig/Memory}
 */
public record JsonDifference(String pointer, Optional<JsonNode> before, Optional<JsonNode> after) {
    /** In the order of their places. Lists differ as a whole: a place in one is no name. */
    public static List<JsonDifference> between(JsonNode before, JsonNode after) {
        List<JsonDifference> found = new ArrayList<>();
        compare("", Optional.of(before), Optional.of(after), found);
        return found;
    }

    private static void compare(
            String at, Optional<JsonNode> before, Optional<JsonNode> after, List<JsonDifference> found) {
        if (before.equals(after)) {
            return;
        }
        boolean bothObjects = before.filter(JsonNode::isObject).isPresent()
                && after.filter(JsonNode::isObject).isPresent();
        if (!bothObjects) {
            found.add(new JsonDifference(at, before, after));
            return;
        }
        TreeSet<String> names = new TreeSet<>();
        before.get().fieldNames().forEachRemaining(names::add);
        after.get().fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            compare(
                    at + "/" + name.replace("~", "~0").replace("/", "~1"),
                    Optional.ofNullable(before.get().get(name)),
                    Optional.ofNullable(after.get().get(name)),
                    found);
        }
    }
}

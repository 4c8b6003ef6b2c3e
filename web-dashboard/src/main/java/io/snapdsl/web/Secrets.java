package io.snapdsl.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.http.Query;
import java.util.regex.Pattern;

/**
 * Hides what a container's settings have of passwords and keys, until somebody asks to see it: wherever they stand,
 * because commands, labels and health checks have them as well as the environment.
 */
public final class Secrets {
    public static final String HIDDEN = "••••••••";
    /** What to add to an address to see them. */
    public static final String PARAMETER = "secrets";

    private static final String SHOWN = "shown";
    private static final Pattern NAME = Pattern.compile(
            "(?i).*(pass|pwd|secret|token|key|credential|auth|private|cookie|session|salt|dsn|connection).*");
    /** {@code NAME=value}, as environments have them, and {@code --name=value}. */
    private static final Pattern ASSIGNMENT = Pattern.compile("([\\w.-]+)=(.*)", Pattern.DOTALL);
    /** {@code --name} whose value is the next argument. */
    private static final Pattern OPTION = Pattern.compile("--?[\\w-]+");
    /** {@code scheme://user:password@host} */
    private static final Pattern LOGIN =
            Pattern.compile("(?i).*[a-z][a-z0-9+.-]*://[^/\\s:@]*:[^/\\s@]+@.*", Pattern.DOTALL);

    private Secrets() {}

    /** Whether somebody asks to see them. */
    public static boolean areShown(Query query) {
        return query.text(PARAMETER).filter(SHOWN::equals).isPresent();
    }

    /** Whether it is where a container's snapshot keeps its settings, environment and all. */
    public static boolean isSettings(Subject subject, TreePath path) {
        return subject instanceof Container && path.toString().equals(ContainerManifest.FILE);
    }

    /** The same settings, and nothing in them that should not be seen. */
    public static ObjectNode masked(ObjectNode settings) {
        return (ObjectNode) masked("", settings);
    }

    /** The same bytes of settings, masked. */
    public static byte[] masked(byte[] settings) {
        return Json.readable(masked("", Json.parse(settings)));
    }

    /** What would differ is told, but not the values of secrets. */
    public static ContainerPreview masked(ContainerPreview preview) {
        return new ContainerPreview(
                preview.name(),
                preview.differences().stream().map(Secrets::masked).toList(),
                preview.notes());
    }

    private static JsonDifference masked(JsonDifference difference) {
        String pointer = difference.pointer();
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        return new JsonDifference(
                difference.place(),
                difference.before().map(value -> masked(name, value)),
                difference.after().map(value -> masked(name, value)));
    }

    /** @param name what the value is called, or empty */
    private static JsonNode masked(String name, JsonNode value) {
        if (value instanceof ObjectNode object) {
            ObjectNode copy = Json.object();
            object.properties().forEach(field -> copy.set(field.getKey(), masked(field.getKey(), field.getValue())));
            return copy;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode copy = array.arrayNode();
            String before = "";
            for (JsonNode one : array) {
                copy.add(masked(OPTION.matcher(before).matches() ? before : "", one));
                before = one.asText();
            }
            return copy;
        }
        return value.isTextual() ? Json.text(text(name, value.asText())) : value;
    }

    private static String text(String name, String value) {
        if (NAME.matcher(name).matches() && !value.isEmpty()) {
            return HIDDEN;
        }
        var assignment = ASSIGNMENT.matcher(value);
        if (assignment.matches()
                && (NAME.matcher(assignment.group(1)).matches()
                        || LOGIN.matcher(assignment.group(2)).matches())) {
            return assignment.group(1) + "=" + HIDDEN;
        }
        return LOGIN.matcher(value).matches() ? HIDDEN : value;
    }
}

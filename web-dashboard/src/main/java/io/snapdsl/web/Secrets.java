package io.snapdsl.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.tree.TreePath;
import java.util.regex.Pattern;

/** Hides what a container's settings have of passwords and keys, until somebody asks to see it. */
public final class Secrets {
    public static final String HIDDEN = "••••••••";

    private static final Pattern NAME = Pattern.compile(
            "(?i).*(pass|pwd|secret|token|key|credential|auth|private|cookie|session|salt|dsn|connection).*");
    /** {@code scheme://user:password@host} */
    private static final Pattern LOGIN = Pattern.compile("(?i).*[a-z][a-z0-9+.-]*://[^/\\s:@]*:[^/\\s@]+@.*");

    private Secrets() {}

    /** Whether it is where a container's snapshot keeps its settings, environment and all. */
    public static boolean isSettings(Subject subject, TreePath path) {
        return subject instanceof Container && path.toString().equals(ContainerManifest.FILE);
    }

    /** Of an assignment {@code NAME=value} as environments have them. */
    public static String masked(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 0) {
            return assignment;
        }
        String name = assignment.substring(0, equals);
        boolean secret = NAME.matcher(name).matches()
                || LOGIN.matcher(assignment.substring(equals + 1)).matches();
        return secret ? name + "=" + HIDDEN : assignment;
    }

    /** The same settings, and nothing in them that should not be seen. */
    public static ObjectNode masked(ObjectNode settings) {
        ObjectNode copy = settings.deepCopy();
        if (copy.get("Env") instanceof ArrayNode environment) {
            ArrayNode shown = copy.putArray("Env");
            environment.forEach(one -> shown.add(masked(one.asText())));
        }
        if (copy.get("Labels") instanceof ObjectNode labels) {
            labels.properties().forEach(label -> {
                JsonNode value = label.getValue();
                String whole = label.getKey() + "=" + value.asText();
                if (!masked(whole).equals(whole)) {
                    labels.put(label.getKey(), HIDDEN);
                }
            });
        }
        return copy;
    }
}

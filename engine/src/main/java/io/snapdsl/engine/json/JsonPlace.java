package io.snapdsl.engine.json;

import java.util.regex.Pattern;

/**
 * A place in a document.
 *
 * @param pointer as in RFC 6901: {@code /plan/steps/3/done}
 * @param path as people read it: {@code plan.steps[3].done}
 */
public record JsonPlace(String pointer, String path) {
    public static final JsonPlace TOP = new JsonPlace("", "");

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$-]*");

    JsonPlace of(String name) {
        String step = PLAIN.matcher(name).matches()
                ? (path.isEmpty() ? "" : ".") + name
                : "[" + Json.compact(Json.text(name)) + "]";
        return new JsonPlace(pointer + "/" + escape(name), path + step);
    }

    JsonPlace of(int index) {
        return new JsonPlace(pointer + "/" + index, path + "[" + index + "]");
    }

    static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    @Override
    public String toString() {
        return path.isEmpty() ? "all of it" : path;
    }
}

package io.snapdsl.dsl.words;

import java.util.Map;

/** The named arguments of one call. */
final class Given {
    private final Map<String, ?> values;

    Given(Map<String, ?> values) {
        this.values = values;
    }

    /** The checker has seen what is written out; a map that the script computed is only seen here. */
    <T> T get(String name, Class<T> type, T otherwise) {
        Object value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(name + ": " + value + " is no " + type.getSimpleName());
        }
        return type.cast(value);
    }

    boolean has(String name) {
        return values.get(name) != null;
    }
}

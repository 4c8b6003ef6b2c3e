package io.snapdsl.engine.store;

import java.nio.file.Path;
import java.util.Map;

/** Where a user's own store is: outside of every workspace. */
public final class StoreDirectory {
    private StoreDirectory() {}

    /** {@code $SNAPDSL_STORE}, else where the system has users' data. */
    public static Path usual(Map<String, String> environment, Path current, Path home) {
        String chosen = environment.getOrDefault("SNAPDSL_STORE", "");
        if (!chosen.isEmpty()) {
            return current.resolve(chosen);
        }
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path base = data.startsWith("/") ? Path.of(data) : home.resolve(".local/share");
        return base.resolve("snapdsl");
    }
}

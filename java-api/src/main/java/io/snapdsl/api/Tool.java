package io.snapdsl.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A use of one of the agent's tools.
 *
 * @param name {@code Edit}
 * @param files those it changes; empty if only the tool knows, as with a shell
 */
public record Tool(String name, Optional<List<Path>> files) {
    /** One that may change anything. */
    public static Tool named(String name) {
        return new Tool(name, Optional.empty());
    }

    /** One that changes these files, and no others. */
    public static Tool changing(String name, Path... files) {
        return new Tool(name, Optional.of(List.of(files)));
    }
}

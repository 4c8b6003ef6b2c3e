package io.snapdsl.dsl.compiled;

import java.util.Map;

/**
 * A checked script as Java's virtual machine wants it.
 *
 * @param mainClass the script's own
 * @param classes by name: the script's and those of its closures
 */
public record CompiledScript(String mainClass, Map<String, byte[]> classes) {
    /** What the classes give as the name of their source: a script may be called anything, even a word. */
    public static final String SOURCE_NAME = "SnapdslPolicy.groovy";

    public CompiledScript {
        classes = Map.copyOf(classes);
    }
}

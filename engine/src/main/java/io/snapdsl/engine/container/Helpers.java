package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Containers that only serve to reach something, and are never started. Those that a dead process left are known by their
 * names. A label would not do: whoever runs a container from one of our images inherits its labels.
 */
final class Helpers {
    private static final String PREFIX = "snapdsl-helper-";

    private Helpers() {}

    /** @param owner on whose behalf: see {@link Labels#owner} */
    static String create(ContainerRuntime runtime, String owner, ObjectNode settings) {
        String name = prefix(owner) + Long.toHexString(new SecureRandom().nextLong());
        return runtime.create(Optional.of(name), settings);
    }

    static boolean isOne(Listed container) {
        return container.name().startsWith(PREFIX);
    }

    static Predicate<Listed> of(String owner) {
        return container -> container.name().startsWith(prefix(owner));
    }

    private static String prefix(String owner) {
        return PREFIX + owner.replace('/', '-') + "-";
    }
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.json.JsonDifference;
import java.util.List;

/**
 * What a restore would make of a container.
 *
 * @param name what it will be called
 * @param differences how its settings will differ from those that are there, or from the original's
 * @param notes what else will differ, and why
 */
public record ContainerPreview(String name, List<JsonDifference> differences, List<String> notes) {
    static ContainerPreview of(String name, ContainerSettings before, ContainerSettings after, List<String> notes) {
        return new ContainerPreview(name, JsonDifference.between(before.json(), after.json()), notes);
    }
}

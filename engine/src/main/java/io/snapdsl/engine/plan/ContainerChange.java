package io.snapdsl.engine.plan;

import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRemoval.Removed;
import io.snapdsl.engine.container.ContainerRestore.Restored;

/** What a step did to a container, or would do. */
public sealed interface ContainerChange {
    record Foreseen(ContainerPreview preview) implements ContainerChange {}

    record Gone(Removed removed) implements ContainerChange {}

    record Made(Restored restored) implements ContainerChange {}
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Keeps a restore from changing files under a container that runs and knows nothing of it. */
final class SharedVolumes {
    private final ContainerRuntime runtime;

    SharedVolumes(ContainerRuntime runtime) {
        this.runtime = runtime;
    }

    /** @param titles the mounts of {@code container} that will be written */
    void refuse(Inspected container, Set<String> titles) {
        Set<String> sources = Mounts.of(container, runtime).stream()
                .filter(mount -> titles.contains(mount.title()))
                .map(Mount::source)
                .collect(Collectors.toSet());
        for (Listed other : runtime.containers()) {
            if (other.status().isAlive() && !other.id().equals(container.id())) {
                used(other, sources).ifPresent(source -> {
                    throw new SnapdslException(
                            ErrorCode.IN_USE,
                            "The running container " + other.name() + " uses " + source
                                    + " too, and would see it change.",
                            "Stop it first, or restore the snapshot as a new container.");
                });
            }
        }
    }

    private Optional<String> used(Listed other, Set<String> sources) {
        List<Mount> mounts = runtime.inspect(other.id())
                .map(found -> Mounts.of(found, runtime))
                .orElse(List.of());
        return mounts.stream().map(Mount::source).filter(sources::contains).findFirst();
    }
}

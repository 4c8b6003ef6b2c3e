package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.archive.TarFromTree;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes containers from what snapshots say. */
final class ContainerMaking {
    private static final Set<String> BUILT_IN_NETWORKS = Set.of("bridge", "host", "none");
    private static final Pattern TAKEN_PORT =
            Pattern.compile(":(\\d+)(?:/\\w+)?[: ].*(?:already allocated|address already in use|in use)");

    private final ContainerRuntime runtime;
    private final ContentStore store;

    ContainerMaking(ContainerRuntime runtime, ContentStore store) {
        this.runtime = runtime;
        this.store = store;
    }

    /** Sees to it that the engine has the image of {@code snapshot}. */
    void requireImage(Snapshot snapshot, ContainerManifest manifest) {
        if (runtime.image(manifest.image()).isPresent()) {
            return;
        }
        Optional<DirectoryEntry> image = new ContainerContent(store).image(snapshot);
        if (image.isPresent()) {
            TarFromTree archive = new TarFromTree(new ContentReader(store));
            runtime.load(out -> archive.write(image.get(), "", out));
        }
        if (runtime.image(manifest.image()).isEmpty()) {
            throw ContainerImages.gone(manifest.image());
        }
    }

    void requireNetworks(ContainerSettings settings) {
        settings.networks().keySet().stream()
                .filter(network -> !BUILT_IN_NETWORKS.contains(network) && !runtime.hasNetwork(network))
                .findFirst()
                .ifPresent(network -> {
                    throw new SnapdslException(
                            ErrorCode.CONTAINER_ENGINE_FAILED,
                            "The network " + network + ", which the container was in, doesn't exist.",
                            "Make it first: docker network create " + network);
                });
    }

    /**
     * Created, in all its networks, not started.
     *
     * @param onCreated what to do with each that is created, before anything else is
     */
    String create(String name, String image, ContainerSettings settings, Consumer<String> onCreated) {
        String container = runtime.create(
                Optional.of(name), settings.inFirstNetworkOnly().from(image).json());
        Failpoint.reach("container.created");
        onCreated.accept(container);
        settings.networks().forEach((network, endpoint) -> {
            if (!network.equals(settings.firstNetwork())) {
                runtime.connect(container, network, endpoint);
            }
        });
        return container;
    }

    /** What was started, with the ports that it didn't get. */
    record Started(String container, List<String> portsTaken) {}

    /** Where a port of the host is taken, the engine chooses another. */
    Started createAndStart(String name, String image, ContainerSettings settings, Consumer<String> onCreated) {
        String container = create(name, image, settings, onCreated);
        try {
            runtime.start(container);
            return new Started(container, List.of());
        } catch (SnapdslException e) {
            List<String> taken = taken(e.getMessage(), settings.hostPorts());
            runtime.removeKeepingVolumes(container);
            if (taken.isEmpty()) {
                throw e;
            }
            Started started = createAndStart(name, image, settings.withoutHostPorts(taken), onCreated);
            return new Started(
                    started.container,
                    Stream.concat(taken.stream(), started.portsTaken.stream()).toList());
        }
    }

    private static List<String> taken(String message, List<String> ports) {
        Matcher matcher = TAKEN_PORT.matcher(message);
        if (!matcher.find()) {
            return List.of();
        }
        return ports.stream()
                .filter(port -> port.contains(":" + matcher.group(1) + "/"))
                .toList();
    }
}

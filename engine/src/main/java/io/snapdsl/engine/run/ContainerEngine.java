package io.snapdsl.engine.run;

import io.snapdsl.engine.container.ContainerRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The engine that runs containers: reached when it is first needed, and anew after it was away. */
final class ContainerEngine implements AutoCloseable {
    private final Supplier<ContainerRuntime> connecting;
    private final List<ContainerRuntime> connections = new ArrayList<>();
    private final OwnStops ownStops = new OwnStops();
    private Optional<ContainerRuntime> current = Optional.empty();
    private volatile Optional<String> id = Optional.empty();

    ContainerEngine(Supplier<ContainerRuntime> connecting) {
        this.connecting = connecting;
    }

    ContainerRuntime runtime() {
        Optional<ContainerRuntime> connected = current();
        return connected.isPresent() ? connected.get() : connected(connecting.get());
    }

    private synchronized Optional<ContainerRuntime> current() {
        return current;
    }

    private ContainerRuntime connected(ContainerRuntime made) {
        String engine = made.engine().id();
        synchronized (this) {
            connections.add(made);
            current = Optional.of(made);
            id = Optional.of(engine);
        }
        return made;
    }

    /** Whoever uses {@code gone} ends with it, or fails; whoever asks from now on gets another. */
    synchronized void lost(ContainerRuntime gone) {
        current = current.filter(runtime -> runtime != gone);
    }

    /** What tells it from other engines, once it was reached. */
    Optional<String> id() {
        return id;
    }

    OwnStops ownStops() {
        return ownStops;
    }

    @Override
    public synchronized void close() {
        connections.forEach(ContainerRuntime::close);
        connections.clear();
        current = Optional.empty();
    }
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Nearest;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which subject a container is: known by the engine's id for it, whatever it is called now; and one that was made anew
 * under the same name goes on with the history of the one before, unless that one runs on under another name.
 */
public final class Containers {
    private final SnapshotStore store;
    private final ContainerRuntime runtime;

    public Containers(SnapshotStore store, ContainerRuntime runtime) {
        this.store = store;
        this.runtime = runtime;
    }

    /** The container itself, by name, id or an id's beginning. */
    public Inspected require(String text) {
        return runtime.inspect(text).orElseThrow(() -> {
            List<String> names = existing().map(Listed::name).sorted().toList();
            String known = names.isEmpty() ? "The engine has none." : "There are: " + String.join(", ", names) + ".";
            String meant = Nearest.to(text, names)
                    .map(name -> "Did you mean '" + name + "'? ")
                    .orElse("");
            return new SnapdslException(
                    ErrorCode.UNKNOWN_CONTAINER, "There is no container '" + text + "'.", meant + known);
        });
    }

    /** What {@code subject} was when it was last seen, or what was made anew under its name and is nobody else. */
    public Optional<Inspected> present(Container subject) {
        return runtime.inspect(subject.containerId())
                .or(() -> runtime.inspect(subject.containerName())
                        .filter(found -> known(other -> other.containerId().equals(found.id()))
                                .filter(other -> !other.id().equals(subject.id()))
                                .isEmpty()));
    }

    public boolean exists(Container subject) {
        return present(subject).isPresent();
    }

    /** All but those of our own making. */
    public Stream<Listed> existing() {
        return runtime.containers().stream().filter(container -> !Helpers.isOne(container));
    }

    /** The subject for {@code container}, registered on first use. */
    public Container register(Inspected container) {
        return store.locks().registration().during(() -> {
            renamed(container)
                    .forEach(subject ->
                            runtime.inspect(subject.containerId()).ifPresent(now -> recognised(subject, now)));
            Optional<Container> known = find(container.id(), container.name());
            if (known.isEmpty()) {
                return store.subjects()
                        .registerContainer(container.name(), runtime.engine().id(), container.name(), container.id());
            }
            return recognised(known.get(), container);
        });
    }

    /** The subject for the container of this id and name, if there is one. */
    public Optional<Container> find(String id, String name) {
        return known(subject -> subject.containerId().equals(id))
                .or(() -> known(subject -> subject.containerName().equals(name) && !runs(subject)));
    }

    /**
     * The subject whose container is called so; if none is, the one that has this name or whose container had it when it was
     * last seen.
     */
    public Optional<Container> named(String name) {
        Optional<Listed> called =
                existing().filter(listed -> listed.name().equals(name)).findFirst();
        return called.flatMap(now -> find(now.id(), name).map(subject -> recognised(subject, require(now.id()))))
                .or(() -> all().filter(subject -> subject.name().equals(name))
                        .filter(subject -> called.isEmpty() || !runs(subject))
                        .findFirst())
                .or(() -> known(subject -> subject.containerName().equals(name) && called.isEmpty()));
    }

    /** Those that were called as {@code container} is now, and run on under other names. */
    private List<Container> renamed(Inspected container) {
        return here().filter(subject -> subject.containerName().equals(container.name())
                        && !subject.containerId().equals(container.id())
                        && runs(subject))
                .toList();
    }

    private boolean runs(Container subject) {
        return runtime.status(subject.containerId()).filter(Status::isAlive).isPresent();
    }

    /** From now on {@code container} is what {@code subject} is. */
    Container recognised(Container subject, Inspected container) {
        boolean isSame = subject.containerId().equals(container.id())
                && subject.containerName().equals(container.name());
        if (!isSame) {
            store.subjects().relocate(subject.id(), container.name(), container.id());
        }
        return new Container(subject.id(), subject.name(), subject.engine(), container.name(), container.id());
    }

    private Optional<Container> known(Predicate<Container> wanted) {
        return here().filter(wanted).findFirst();
    }

    private Stream<Container> here() {
        String engine = runtime.engine().id();
        return all().filter(subject -> subject.engine().equals(engine));
    }

    private Stream<Container> all() {
        return store.subjects().all().stream()
                .filter(Container.class::isInstance)
                .map(Container.class::cast);
    }
}

package io.snapdsl.dsl.words;

import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Declared.Consistency;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

@Place(name = "container { }", value = "A Docker container to protect.")
public final class ContainerBlock extends Block {
    /** What {@code all} stands for. */
    public enum AllVolumes {
        ALL
    }

    private Optional<Set<String>> volumes = Optional.empty();
    private Consistency consistency = Consistency.PAUSE;

    ContainerBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(
            value = "Which volumes belong to it: `all`, or their names.",
            example = "volumes 'data', 'cache'",
            byDefault = "`all`",
            once = true)
    public void volumes(@Checked(Literal.NAME) String... names) {
        volumes(List.of(names));
    }

    public void volumes(Collection<String> names) {
        if (checkAll("volumes", Literal.NAME, names)) {
            volumes = Optional.of(new LinkedHashSet<>(names));
        }
    }

    public void volumes(AllVolumes all) {
        volumes = Optional.empty();
    }

    @Word("All volumes of the container.")
    public AllVolumes getAll() {
        return AllVolumes.ALL;
    }

    @Word(
            value = "What keeps the container from changing while it is captured.",
            example = "consistency pause",
            byDefault = "`pause`",
            once = true)
    public void consistency(Consistency consistency) {
        this.consistency = consistency;
    }

    @Word("Its processes are frozen meanwhile.")
    public Consistency getPause() {
        return Consistency.PAUSE;
    }

    @Word("It is stopped, and started again.")
    public Consistency getStop() {
        return Consistency.STOP;
    }

    @Word("Nothing: what is written meanwhile may be captured in part.")
    public Consistency getNone() {
        return Consistency.NONE;
    }

    Declared.Container container(String name) {
        return new Declared.Container(name, volumes, consistency);
    }
}

package io.snapdsl.dsl.words;

import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.container.Consistency;
import io.snapdsl.engine.policy.Declared;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

@Place(name = "container { }", value = "A Docker container to protect.")
public final class ContainerBlock extends Block {
    /** What {@code all} stands for. */
    public enum AllVolumes {
        ALL
    }

    /** What becomes of directories of the host that the container sees. */
    public enum BindMounts {
        CAPTURED
    }

    private Optional<Set<String>> volumes = Optional.empty();
    private Consistency consistency = Consistency.PAUSE;
    private boolean binds;
    private boolean isPortable;

    ContainerBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(
            value = "Which volumes belong to it: `all`, or their names; one without is called `@` and its path in the"
                    + " container, as `snapdsl container list` has it.",
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

    @Word(
            value =
                    "A command that the container's shell runs before, say one that makes a database write everything down.",
            example = "consistency quiesce('/app/freeze', resume: '/app/thaw')",
            inert = true)
    @Option(
            name = "resume",
            type = String.class,
            value = "the command that lets it go on afterwards, whatever happened",
            byDefault = "none",
            checked = Literal.COMMAND)
    public Consistency quiesce(Map<String, ?> options, @Checked(Literal.COMMAND) String command) {
        Optional<String> resume = Optional.ofNullable(new Given(options).get("resume", String.class, null));
        boolean isValid = check("quiesce", Literal.COMMAND, command)
                & resume.map(text -> check("resume", Literal.COMMAND, text)).orElse(true);
        return isValid ? Consistency.Quiesce.byShell(command, resume) : Consistency.PAUSE;
    }

    public Consistency quiesce(@Checked(Literal.COMMAND) String command) {
        return quiesce(Map.of(), command);
    }

    @Word(
            value = "What becomes of directories of the host that the container sees.",
            example = "binds captured",
            byDefault = "only their places are recorded",
            once = true)
    public void binds(BindMounts binds) {
        this.binds = true;
    }

    @Word("They are captured like volumes.")
    public BindMounts getCaptured() {
        return BindMounts.CAPTURED;
    }

    @Word(
            value =
                    "Its image goes into each snapshot, so that an engine that has never seen it can restore the container.",
            byDefault = "the image stays in the engine",
            once = true)
    public void portable() {
        isPortable = true;
    }

    Declared.Container container(String name) {
        return new Declared.Container(name, new CaptureOptions(volumes, consistency, binds, isPortable));
    }
}

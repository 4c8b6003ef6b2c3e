package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.container.Consistency;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.container.ContainerRecorder;
import io.snapdsl.engine.container.ContainerRecorder.Recorded;
import io.snapdsl.engine.container.Mount;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.ContainerShape;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "snap",
        description = {
            "Takes a snapshot of a container: its files, its settings and its volumes, all of one moment.",
            "For that moment it is paused; it goes on whatever happens to this command."
        },
        footer = {
            "",
            "Example: snapdsl container snap agent-box -m 'before the upgrade'",
            "         snapdsl container snap db --quiesce 'psql -c CHECKPOINT'"
        })
final class ContainerSnapCommand implements Callable<Integer> {
    enum Still {
        pause,
        stop,
        none
    }

    @ParentCommand
    private ContainerCommand parent;

    @Parameters(paramLabel = "NAME", description = "The container's name or id.")
    private String container;

    @Option(names = "-m", paramLabel = "GOAL", defaultValue = "", description = "What this state is about.")
    private String goal;

    @Option(names = "--tool", paramLabel = "T", defaultValue = "", description = "The tool that made the changes.")
    private String tool;

    @Mixin
    private SessionOption session;

    @Option(names = "--tag", paramLabel = "T", description = "A word to mark it with; may be repeated.")
    private List<String> tags = List.of();

    @Option(
            names = "--volume",
            paramLabel = "V",
            description = "Only this volume, by name or, if it has none, as 'show' calls it; may be repeated.")
    private List<String> volumes = List.of();

    @Option(names = "--binds", description = "Also the files in the host's directories that the container sees.")
    private boolean binds;

    @Option(
            names = "--portable",
            description = "Keep the image in the snapshot too: another engine can then restore it.")
    private boolean portable;

    @Option(
            names = "--consistency",
            paramLabel = "HOW",
            defaultValue = "pause",
            description = "What keeps it still meanwhile: pause, stop or none. Default: ${DEFAULT-VALUE}.")
    private Still still;

    @Option(
            names = "--quiesce",
            paramLabel = "COMMAND",
            description = "Instead: a command in the container that makes it hold still, run by its shell.")
    private Optional<String> quiesce = Optional.empty();

    @Option(names = "--resume", paramLabel = "COMMAND", description = "The command that lets it go on after --quiesce.")
    private Optional<String> resume = Optional.empty();

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = parent.snapdsl();
        Note note = Note.manual(tool, goal, session.name()).tagged(tags);
        Recorded recorded = new ContainerRecorder(
                        snapdsl.store(), snapdsl.containers(), snapdsl.clock(), snapdsl.progress())
                .record(container, options(), note);
        print(snapdsl.out(), recorded);
        return 0;
    }

    private CaptureOptions options() {
        return new CaptureOptions(
                volumes.isEmpty() ? Optional.empty() : Optional.of(new LinkedHashSet<>(volumes)),
                consistency(),
                binds,
                portable);
    }

    private Consistency consistency() {
        if (quiesce.isPresent()) {
            return Consistency.Quiesce.byShell(quiesce.get(), resume);
        }
        return switch (still) {
            case pause -> Consistency.PAUSE;
            case stop -> Consistency.STOP;
            case none -> Consistency.NONE;
        };
    }

    private static void print(Output out, Recorded recorded) {
        Snapshot snapshot = recorded.snapshot();
        ContainerManifest manifest = recorded.manifest();
        out.json(ContainerShape.recorded(recorded));
        out.line(snapshot.id().shortHex() + "  snapshot " + snapshot.sequence() + " of "
                + Output.plain(snapshot.facts().subject()) + ": "
                + SnapCommand.describe(snapshot.facts().changes()));
        if (!snapshot.facts().subject().equals(manifest.name())) {
            out.note("The container " + Output.plain(manifest.name()) + " is called "
                    + Output.plain(snapshot.facts().subject()) + " here.");
        }
        String volumes = manifest.captured().stream().map(Mount::title).collect(Collectors.joining(", "));
        out.line("            " + (volumes.isEmpty() ? "no volumes" : "volumes " + Output.plain(volumes)) + "; "
                + Output.count(recorded.coverage().captured().files(), "file") + ", "
                + Output.size(recorded.coverage().captured().bytes())
                + (manifest.isPortable() ? "; the image is in it" : ""));
        recorded.coverage().problems().forEach(problem -> out.note("not captured: " + problem.describe()));
    }
}

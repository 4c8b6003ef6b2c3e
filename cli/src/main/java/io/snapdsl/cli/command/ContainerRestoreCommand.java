package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRestore;
import io.snapdsl.engine.container.ContainerRestore.Restored;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.container.RestoreReason;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFinder;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.shape.ContainerShape;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "restore",
        description = {
            "Brings a container back from a snapshot.",
            "Without options a new one is made, with volumes of its own, and the original is left alone. With --replace it"
                    + " takes the original's place, once it has proved to be well; what was there before is in a snapshot"
                    + " first. Volumes are read again and compared after every restore."
        },
        footer = {
            "",
            "Example: snapdsl container restore 4f1c --name agent-box-2",
            "         snapdsl container restore 4f1c --replace",
            "         snapdsl container restore 4f1c --volumes-only --volume data 'reports/*.csv'"
        })
final class ContainerRestoreCommand implements Callable<Integer> {
    @ParentCommand
    private ContainerCommand parent;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "The snapshot.")
    private String id;

    @Parameters(
            index = "1..*",
            paramLabel = "PATH",
            description = "With --volumes-only: only these files or patterns, seen from the volume's root.")
    private List<String> paths = List.of();

    @Option(names = "--name", paramLabel = "N", description = "What to call the new container.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--replace", description = "In the place of the container that is there.")
    private boolean replace;

    @Option(names = "--volumes-only", description = "Only what the volumes of the container that is there hold.")
    private boolean volumesOnly;

    @Option(names = "--volume", paramLabel = "V", description = "Only this volume; may be repeated.")
    private List<String> volumes = List.of();

    @Option(
            names = "--health-check",
            paramLabel = "SECONDS",
            description = "With --replace: how long its health check may take, or one without has to run."
                    + " Default: 60, or 5.")
    private Optional<Integer> seconds = Optional.empty();

    @Mixin
    private RestoreOptions options;

    @Override
    public Integer call() {
        requireMakesSense();
        SnapdslCommand snapdsl = parent.snapdsl();
        Snapshot snapshot = snapdsl.choice().snapshot(id);
        ContainerRestore restore = new ContainerRestore(
                snapdsl.store(),
                snapdsl.containers(),
                snapdsl.clock(),
                snapdsl.progress(),
                RestoreReason.in(options.session()));
        if (replace || volumesOnly) {
            SnapshotFinder.nameIn(id).ifPresent(subject -> restore.requireMeant(subject, snapshot));
        }
        if (options.dryRun) {
            preview(snapshot, replace ? restore.previewReplacing(snapshot) : restore.previewBeside(snapshot, name));
        } else {
            print(snapshot, restore(restore, snapshot));
        }
        return 0;
    }

    private Restored restore(ContainerRestore restore, Snapshot snapshot) {
        if (replace) {
            Proof proof = seconds.map(limit -> Proof.within(Duration.ofSeconds(limit)))
                    .orElse(Proof.DEFAULT);
            return restore.replace(snapshot, proof);
        }
        return volumesOnly
                ? restore.volumes(snapshot, new LinkedHashSet<>(volumes), Selection.Request.written(paths))
                : restore.beside(snapshot, name);
    }

    private void requireMakesSense() {
        if (replace && volumesOnly) {
            throw mistake("--replace and --volumes-only exclude each other.");
        }
        if (name.isPresent() && (replace || volumesOnly)) {
            throw mistake("--name is for a new container; --replace and --volumes-only keep the one there is.");
        }
        if (!volumesOnly && !(volumes.isEmpty() && paths.isEmpty())) {
            throw mistake("Single volumes and files can be restored with --volumes-only.");
        }
        if (seconds.isPresent() && (!replace || seconds.get() < 1)) {
            throw mistake("--health-check takes a number of seconds, and goes with --replace.");
        }
        if (options.dryRun && volumesOnly) {
            throw mistake("--dry-run shows a container's settings; 'snapdsl diff' compares volumes.");
        }
    }

    private ParameterException mistake(String text) {
        return new ParameterException(spec.commandLine(), text);
    }

    private void preview(Snapshot snapshot, ContainerPreview preview) {
        Output out = parent.snapdsl().out();
        out.json(ContainerShape.preview(snapshot, preview));
        out.line((replace ? "Would replace " : "Would make ") + Output.plain(preview.name()) + " from "
                + snapshot.id().shortHex() + ".");
        new ContainerAnswer(out).say(preview);
    }

    private void print(Snapshot snapshot, Restored restored) {
        Output out = parent.snapdsl().out();
        var container = restored.container();
        String status = ContainerAnswer.status(restored);
        out.json(ContainerShape.restored(snapshot, restored));
        out.line((volumesOnly ? "The volumes of " : "")
                + Output.plain(container.name())
                + (volumesOnly ? " are as in " : " is back as in ")
                + snapshot.id().shortHex() + " (" + status + ").");
        new ContainerAnswer(out).say(restored);
    }
}

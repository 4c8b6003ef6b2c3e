package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.archive.TarFromTree;
import io.snapdsl.engine.container.ContainerRestore;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "export",
        description = "Writes a volume of a snapshot as a tar archive. Needs no engine.",
        footer = {"", "Example: snapdsl container export 4f1c data --to data.tar"})
final class ContainerExportCommand implements Callable<Integer> {
    @ParentCommand
    private ContainerCommand parent;

    @Parameters(index = "0", paramLabel = "ID", description = "The snapshot.")
    private String id;

    @Parameters(index = "1", paramLabel = "VOLUME", description = "The volume, as 'container snap' calls it.")
    private String volume;

    @Option(names = "--to", paramLabel = "FILE", description = "A new file. Default: standard output.")
    private Optional<Path> file = Optional.empty();

    @Override
    public Integer call() throws IOException {
        SnapdslCommand snapdsl = parent.snapdsl();
        Snapshot snapshot = snapdsl.choice().snapshot(id);
        DirectoryEntry directory = ContainerRestore.volume(snapdsl.store(), snapshot, volume);
        TarFromTree archive = new TarFromTree(new ContentReader(snapdsl.store().content()));
        if (file.isEmpty()) {
            archive.write(directory, volume, snapdsl.out().bytes());
            return 0;
        }
        Path target = snapdsl.directory().resolve(file.get());
        try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            archive.write(directory, volume, out);
        } catch (FileAlreadyExistsException e) {
            throw new SnapdslException(
                    ErrorCode.TARGET_NOT_EMPTY,
                    target + " is there already.",
                    "Choose another file: nothing is overwritten.",
                    e);
        }
        snapdsl.out().json(Shapes.object("file", target.toString(), "bytes", Files.size(target)));
        snapdsl.out().line(Output.plain(target) + ": " + Output.size(Files.size(target)));
        return 0;
    }
}

package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SpecialEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "cat",
        description = "Prints a file as it is in a snapshot.",
        footer = {"", "Example: snapdsl cat @1 src/main.py > main.before.py"})
public final class CatCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(index = "0", paramLabel = "ID", description = "The snapshot.")
    private String id;

    @Parameters(index = "1", paramLabel = "PATH", description = "The file.")
    private String file;

    @Override
    public Integer call() throws IOException {
        snapdsl.storeToRead();
        Snapshot snapshot = snapdsl.choice().snapshot(id);
        TreePath path = snapdsl.choice().pathIn(snapdsl.choice().subjectOf(snapshot), file);
        ContentReader content = new ContentReader(snapdsl.store().content());
        TreeEntry entry = new TreeReader(content)
                .find(snapshot.root(), path)
                .orElseThrow(() -> notAFile("Snapshot " + snapshot.id().shortHex() + " has no " + path + "."));
        if (entry instanceof DirectoryEntry || entry instanceof SpecialEntry) {
            String kind = Shapes.kind(entry);
            throw notAFile(
                    path + " is a " + kind + " in snapshot " + snapshot.id().shortHex() + ".");
        }
        if (snapdsl.out().isInJson()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            copy(entry, content, bytes);
            Map<String, Object> shape = Shapes.path("path", path);
            shape.put("size", bytes.size());
            shape.put("contentBase64", Base64.getEncoder().encodeToString(bytes.toByteArray()));
            snapdsl.out().json(shape);
        } else {
            copy(entry, content, snapdsl.out().bytes());
        }
        return 0;
    }

    private static void copy(TreeEntry entry, ContentReader content, OutputStream out) throws IOException {
        if (entry instanceof FileEntry regular) {
            content.copy(regular.content(), out);
        } else if (entry instanceof SymlinkEntry link) {
            out.write(link.target());
        }
    }

    private SnapdslException notAFile(String message) {
        return new SnapdslException(
                ErrorCode.UNKNOWN_PATH, message, "'snapdsl show " + id + " --files' lists what it holds.");
    }
}

package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.archive.TarFromTree;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import io.snapdsl.web.security.ResponseHeaders;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A directory of a snapshot as an archive, written while it is read: nothing is held, however large it is. */
public final class ArchiveResource implements Route.Group {
    private final StoreView view;

    public ArchiveResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(Route.API + "/snapshots/{id}/archive", "A directory as an archive.", this::download)
                .with("path", "The directory, percent-encoded byte for byte; the root if it is left out.")
                .with("format", "tar.gz, which holds everything, or zip, which leaves out links; tar.gz.")
                .with("subject", "What @latest, @1 and times refer to.")
                .with(
                        Secrets.PARAMETER,
                        "shown: needed for all of a container, whose settings hold passwords and keys.")
                .answering("application/octet-stream"));
    }

    private void download(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        String format = query.text("format").orElse("tar.gz");
        if (!List.of("tar.gz", "zip").contains(format)) {
            throw new SnapdslException(ErrorCode.USAGE, "There is no such format.", "There are tar.gz and zip.");
        }
        TreePath path = query.path("path");
        if (path.isRoot() && view.subjectOf(snapshot) instanceof Container && !Secrets.areShown(query)) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "All of a container is its passwords and keys, too.",
                    "Add " + Secrets.PARAMETER + "=shown to have them, or name one of its directories: path=volumes");
        }
        DirectoryEntry directory = directory(snapshot, path);
        ResponseHeaders.lockIn(ctx);
        if (Answer.isKnown(ctx, directory.tree().hex() + "." + format)) {
            return;
        }
        ctx.disableCompression();
        ctx.contentType(format.equals("zip") ? "application/zip" : "application/gzip");
        ctx.header(
                "Content-Disposition", "attachment; filename=\"" + snapshot.id().shortHex() + "." + format + "\"");
        view.store().locks().usingContent().during(() -> {
            write(directory, format, ctx.outputStream());
            return null;
        });
    }

    private void write(DirectoryEntry directory, String format, OutputStream out) {
        try {
            if (format.equals("zip")) {
                zip(directory, out);
            } else {
                GZIPOutputStream compressed = new GZIPOutputStream(out, 1 << 16);
                new TarFromTree(view.content()).write(directory, "", compressed);
                compressed.finish();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void zip(DirectoryEntry directory, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        view.trees().walk(directory.tree(), (path, entry) -> {
            try {
                add(zip, path, entry);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        zip.finish();
    }

    private void add(ZipOutputStream zip, TreePath path, TreeEntry entry) throws IOException {
        if (entry instanceof FileEntry file) {
            ZipEntry header = new ZipEntry(path.text().orElse(path.toString()));
            header.setLastModifiedTime(FileTime.from(file.modified()));
            zip.putNextEntry(header);
            view.content().copy(file.content(), zip);
            zip.closeEntry();
        } else if (entry instanceof DirectoryEntry) {
            zip.putNextEntry(new ZipEntry(path.text().orElse(path.toString()) + "/"));
            zip.closeEntry();
        }
    }

    private DirectoryEntry directory(Snapshot snapshot, TreePath path) {
        if (path.isRoot()) {
            return new DirectoryEntry(Name.of("root"), 0755, Instant.EPOCH, snapshot.root());
        }
        if (view.entry(snapshot, path) instanceof DirectoryEntry directory) {
            return directory;
        }
        throw new SnapdslException(ErrorCode.NOT_A_DIRECTORY, path + " is no directory.", "Download the file itself.");
    }
}

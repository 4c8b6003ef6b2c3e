package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import io.snapdsl.web.security.ResponseHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The files of a snapshot: directories to walk through, texts and pictures to look at. */
public final class BrowsePage implements Route.Group {
    private static final long LARGEST_SHOWN = 1 << 20;
    private static final long LARGEST_PICTURE = 32 << 20;
    private static final int FIRST_BYTES = 12;

    /** A step of the way to a path. */
    public record Crumb(String name, String link) {}

    public record Row(String name, TreeEntry entry, String link, String size, String changed) {}

    public record Directory(
            Frame frame, Subject subject, Snapshot snapshot, List<Crumb> crumbs, TreePath path, List<Row> rows) {}

    /** @param lines empty for what is no text, or too much of it */
    public record File(
            Frame frame,
            Subject subject,
            Snapshot snapshot,
            List<Crumb> crumbs,
            TreePath path,
            String size,
            Optional<List<String>> lines,
            boolean picture,
            String ending) {}

    private final StoreView view;

    public BrowsePage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/snapshots/{id}/tree", view.reading(this::directory)),
                Route.page("/snapshots/{id}/file", view.reading(this::file)),
                Route.page("/snapshots/{id}/picture", view.reading(this::picture)));
    }

    private void directory(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        TreePath path = query.path("path");
        List<Row> rows = view.directory(snapshot, path).entries().stream()
                .sorted(Comparator.comparing((TreeEntry entry) -> !(entry instanceof DirectoryEntry)))
                .map(entry -> row(snapshot, path, entry))
                .toList();
        Template.render(
                ctx,
                "tree",
                new Directory(
                        frame(snapshot, path, "snapdsl show " + snapshot.id().shortHex() + " --files"),
                        view.subjectOf(snapshot),
                        snapshot,
                        crumbs(snapshot, path),
                        path,
                        rows));
    }

    private Row row(Snapshot snapshot, TreePath directory, TreeEntry entry) {
        TreePath path = directory.resolve(entry.name());
        boolean opens = entry instanceof DirectoryEntry;
        Show show = new Show(view);
        return new Row(
                entry.name() + (opens ? "/" : ""),
                entry,
                Link.in(snapshot, opens ? "tree" : "file", path),
                entry instanceof FileEntry file ? show.size(file.size()) : "",
                entry instanceof FileEntry file ? show.time(file.modified()) : "");
    }

    private void file(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        TreePath path = query.path("path");
        TreeEntry entry = view.entry(snapshot, path);
        if (entry instanceof DirectoryEntry) {
            ctx.redirect(Link.in(snapshot, "tree", path));
            return;
        }
        Subject subject = view.subjectOf(snapshot);
        if (Secrets.isSettings(subject, path)) {
            ctx.redirect(Link.snapshot(snapshot) + "/container");
            return;
        }
        String name = path.name().toString();
        Template.render(
                ctx,
                "file",
                new File(
                        frame(
                                snapshot,
                                path,
                                Command.in(
                                        subject,
                                        "snapdsl cat " + snapshot.id().shortHex() + " " + Command.quote(path))),
                        subject,
                        snapshot,
                        crumbs(snapshot, path),
                        path,
                        entry instanceof FileEntry file ? new Show(view).size(file.size()) : "link",
                        lines(entry),
                        entry instanceof FileEntry file && pictureType(file).isPresent(),
                        name.substring(name.lastIndexOf('.') + 1)));
    }

    private Optional<List<String>> lines(TreeEntry entry) throws IOException {
        byte[] bytes;
        if (entry instanceof SymlinkEntry link) {
            bytes = link.target();
        } else if (entry instanceof FileEntry file && file.size() <= LARGEST_SHOWN) {
            bytes = bytes(file);
        } else {
            return Optional.empty();
        }
        if (hasZero(bytes)) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length ? start < i : bytes[i] == '\n') {
                lines.add(ByteText.displayLine(Arrays.copyOfRange(bytes, start, i)));
                start = i + 1;
            }
        }
        return Optional.of(lines);
    }

    private static boolean hasZero(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    /** Only what browsers paint and never run: no SVG, whatever its name says. */
    private void picture(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        TreePath path = query.path("path");
        if (view.entry(snapshot, path) instanceof FileEntry file) {
            Optional<String> type = pictureType(file);
            if (type.isPresent()) {
                ResponseHeaders.lockIn(ctx);
                if (!Answer.isKnown(ctx, file.content().hash().hex())) {
                    ctx.contentType(type.get()).result(bytes(file));
                }
                return;
            }
        }
        throw new SnapdslException(ErrorCode.UNKNOWN_PATH, path + " is no picture.", "Download it instead.");
    }

    private byte[] bytes(FileEntry file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) file.size());
        view.content().copy(file.content(), bytes);
        return bytes.toByteArray();
    }

    /** By its first bytes, not by its name. */
    private Optional<String> pictureType(FileEntry file) throws IOException {
        if (file.size() < FIRST_BYTES || file.size() > LARGEST_PICTURE) {
            return Optional.empty();
        }
        byte[] chunk = file.content().split()
                ? view.content()
                        .chunk(view.content().chunks(file.content()).get(0).hash())
                : view.content().chunk(file.content().hash());
        String first = new String(chunk, 0, FIRST_BYTES, java.nio.charset.StandardCharsets.ISO_8859_1);
        if (first.startsWith("\u0089PNG\r\n")) return Optional.of("image/png");
        if (first.startsWith("\u00ff\u00d8\u00ff")) return Optional.of("image/jpeg");
        if (first.startsWith("GIF8")) return Optional.of("image/gif");
        return first.startsWith("RIFF") && first.endsWith("WEBP") ? Optional.of("image/webp") : Optional.empty();
    }

    private Frame frame(Snapshot snapshot, TreePath path, String command) {
        String title = (path.isRoot() ? "Files" : path.toString()) + " in "
                + snapshot.id().shortHex();
        return new Frame(title, "/timeline", Optional.of(command), new Show(view));
    }

    private static List<Crumb> crumbs(Snapshot snapshot, TreePath path) {
        List<Crumb> crumbs = new ArrayList<>();
        crumbs.add(new Crumb("files", Link.in(snapshot, "tree", TreePath.ROOT)));
        TreePath at = TreePath.ROOT;
        for (Name name : path.names()) {
            at = at.resolve(name);
            crumbs.add(new Crumb(name.toString(), Link.in(snapshot, at.equals(path) ? "file" : "tree", at)));
        }
        return crumbs;
    }
}

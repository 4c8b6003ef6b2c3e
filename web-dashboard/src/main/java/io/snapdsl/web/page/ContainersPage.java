package io.snapdsl.web.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.container.ContainerContent;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRestore;
import io.snapdsl.engine.container.Mount;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.container.RestoreReason;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Containers: what they are made from, what their volumes hold, and the ways back. */
public final class ContainersPage implements Route.Group {
    public record Card(Container container, Optional<Snapshot> newest, long snapshots) {}

    public record All(Frame frame, List<Card> cards) {}

    /** @param files where its files can be browsed; null if the snapshot has none of it */
    public record Volume(Mount mount, String files) {}

    /**
     * @param shown whether secrets are
     * @param imageFiles where what differs from the image can be browsed; null if the snapshot has none of it
     */
    public record One(
            Frame frame,
            Subject subject,
            Snapshot snapshot,
            ContainerManifest manifest,
            List<String> environment,
            List<String> settings,
            List<Volume> volumes,
            boolean shown,
            String imageFiles) {}

    /** @param preview what would be done; empty once it is */
    public record Restoring(
            Frame frame,
            Subject subject,
            Snapshot snapshot,
            boolean replace,
            Optional<ContainerPreview> preview,
            Optional<ContainerRestore.Restored> restored) {}

    private final StoreView view;

    public ContainersPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/containers", this::list),
                Route.page("/snapshots/{id}/container", view.reading(this::show)),
                Route.page("/snapshots/{id}/container/restore", this::preview),
                Route.action("/snapshots/{id}/container/restore", this::restore));
    }

    private void list(Context ctx) {
        List<Card> cards = view.catalog().subjects().stream()
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .map(one -> new Card(
                        one,
                        view.catalog().head(one.id()),
                        view.catalog().timeline(one.id()).count()))
                .toList();
        Frame frame =
                new Frame("Containers", "/containers", Optional.of("snapdsl container list"), new Show(view.clock()));
        Template.render(ctx, "containers", new All(frame, cards));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        ContainerManifest manifest = new ContainerContent(view.store().content()).manifest(snapshot);
        boolean shown = query.text("secrets").filter("shown"::equals).isPresent();
        ObjectNode settings = shown
                ? manifest.settings().json().deepCopy()
                : Secrets.masked(manifest.settings().json());
        List<String> environment = new ArrayList<>();
        settings.path("Env").forEach(one -> environment.add(one.asText()));
        settings.remove("Env");
        Template.render(
                ctx,
                "container",
                new One(
                        frame(
                                snapshot,
                                "Container " + manifest.name(),
                                "snapdsl show " + snapshot.id().shortHex()),
                        view.subjectOf(snapshot),
                        snapshot,
                        manifest,
                        environment,
                        new String(Json.readable(settings), StandardCharsets.UTF_8)
                                .lines()
                                .toList(),
                        manifest.mounts().stream()
                                .map(mount -> volume(snapshot, mount))
                                .toList(),
                        shown,
                        view.trees().find(snapshot.root(), TreePath.of("image")).isPresent()
                                ? Link.in(snapshot, "tree", TreePath.of("image"))
                                : null));
    }

    private static Volume volume(Snapshot snapshot, Mount mount) {
        return new Volume(
                mount,
                mount.tree()
                        .map(path -> Link.in(snapshot, "tree", TreePath.of(path)))
                        .orElse(null));
    }

    private void preview(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        boolean replace = query.text("mode").filter("replace"::equals).isPresent();
        ContainerRestore restore = restoring(Progress.NONE);
        ContainerPreview preview =
                replace ? restore.previewReplacing(snapshot) : restore.previewBeside(snapshot, Optional.empty());
        Template.render(
                ctx,
                "containerRestore",
                new Restoring(
                        frame(snapshot, "Restore?", command(snapshot, replace) + " --dry-run"),
                        view.subjectOf(snapshot),
                        snapshot,
                        replace,
                        Optional.of(preview),
                        Optional.empty()));
    }

    private void restore(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        boolean replace = query.text("mode").filter("replace"::equals).isPresent();
        Subject subject = view.subjectOf(snapshot);
        ContainerRestore.Restored restored = view.activity()
                .during(
                        "restore",
                        subject.name(),
                        progress -> replace
                                ? restoring(progress).replace(snapshot, Proof.DEFAULT)
                                : restoring(progress).beside(snapshot, Optional.empty()));
        Template.render(
                ctx,
                "containerRestore",
                new Restoring(
                        frame(snapshot, "Restored", command(snapshot, replace)),
                        subject,
                        snapshot,
                        replace,
                        Optional.empty(),
                        Optional.of(restored)));
    }

    private ContainerRestore restoring(Progress progress) {
        return new ContainerRestore(view.store(), view.containers(), view.clock(), progress, RestoreReason.NONE);
    }

    private static String command(Snapshot snapshot, boolean replace) {
        return "snapdsl container restore " + snapshot.id().shortHex() + (replace ? " --replace" : "");
    }

    private Frame frame(Snapshot snapshot, String title, String command) {
        return new Frame(title, "/containers", Optional.of(command), new Show(view.clock()));
    }
}

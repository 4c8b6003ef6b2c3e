package io.snapdsl.web.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.container.ContainerContent;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.container.ContainerRuntime.FileChange;
import io.snapdsl.engine.container.Mount;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.ContainerActions;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Containers: what they are made from, what differs from their image, and what their volumes hold. */
public final class ContainersPage implements Route.Group {
    public record Card(Container container, Optional<Snapshot> newest, long snapshots) {}

    public record All(Frame frame, List<Card> cards) {}

    /**
     * @param files where its files can be browsed; null if the snapshot has none of it
     * @param changes how they differ from the snapshot before; null if there is none
     * @param sinceThen how the newest snapshot's differ from them; null in the newest
     */
    public record Volume(Mount mount, String files, String changes, String sinceThen) {}

    /**
     * @param changes what differs from the image, as far as it is listed
     * @param otherChanges how many more
     * @param shown whether secrets are
     */
    public record One(
            Frame frame,
            Subject subject,
            Snapshot snapshot,
            ContainerManifest manifest,
            List<String> environment,
            List<String> settings,
            List<Volume> volumes,
            List<FileChange> changes,
            long otherChanges,
            boolean shown) {}

    private static final int CHANGES_LISTED = 300;

    private final StoreView view;
    private final ContainerActions actions;

    public ContainersPage(StoreView view) {
        this.view = view;
        this.actions = new ContainerActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/containers", this::list),
                Route.action("/containers/snap", this::snap),
                Route.page("/snapshots/{id}/container", view.reading(this::show)));
    }

    private void list(Context ctx) {
        List<Card> cards = view.store().subjects().all().stream()
                .filter(Container.class::isInstance)
                .map(Container.class::cast)
                .map(one -> new Card(
                        one,
                        view.catalog().head(one.id()),
                        view.catalog().timeline(one.id()).count()))
                .toList();
        Frame frame = new Frame("Containers", "/containers", Optional.of("snapdsl container list"), new Show(view));
        Template.render(ctx, "containers", new All(frame, cards));
    }

    private void snap(Context ctx) {
        Note note = Note.manual("", Form.text(ctx, "goal").orElse(""), "");
        Subject subject = view.subject(Form.text(ctx, "subject"));
        if (!(subject instanceof Container container)) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_CONTAINER, subject.name() + " is no container.", "Choose one from the list.");
        }
        Snapshot taken = actions.snap(container, CaptureOptions.DEFAULT, note).snapshot();
        ctx.redirect(Link.snapshot(taken) + "/container", HttpStatus.SEE_OTHER);
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        ContainerContent content = new ContainerContent(view.store().content());
        ContainerManifest manifest = content.manifest(snapshot);
        List<FileChange> changes = content.changes(snapshot);
        boolean shown = Secrets.areShown(query);
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
                        new Frame(
                                "Container " + manifest.name(),
                                "/containers",
                                Optional.of("snapdsl show " + snapshot.id().shortHex()),
                                new Show(view)),
                        view.subjectOf(snapshot),
                        snapshot,
                        manifest,
                        environment,
                        new String(Json.readable(settings), StandardCharsets.UTF_8)
                                .lines()
                                .toList(),
                        volumes(snapshot, manifest),
                        changes.subList(0, Math.min(CHANGES_LISTED, changes.size())),
                        Math.max(0, changes.size() - CHANGES_LISTED),
                        shown));
    }

    private List<Volume> volumes(Snapshot snapshot, ContainerManifest manifest) {
        Optional<Snapshot> before = view.catalog().contentBefore(snapshot);
        Optional<Snapshot> newest =
                view.catalog().head(snapshot.subjectId()).filter(head -> head.sequence() > snapshot.sequence());
        return manifest.mounts().stream()
                .map(mount -> mount.tree()
                        .map(TreePath::of)
                        .map(path -> new Volume(
                                mount,
                                Link.in(snapshot, "tree", path),
                                before.map(older -> Link.compare(older, snapshot, path))
                                        .orElse(null),
                                newest.map(newer -> Link.compare(snapshot, newer, path))
                                        .orElse(null)))
                        .orElse(new Volume(mount, null, null, null)))
                .toList();
    }
}

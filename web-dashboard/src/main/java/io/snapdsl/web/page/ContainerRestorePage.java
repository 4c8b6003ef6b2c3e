package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.container.ContainerContent;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRestore.Restored;
import io.snapdsl.engine.container.Mount;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.ContainerActions;
import io.snapdsl.web.ContainerActions.Mode;
import io.snapdsl.web.ContainerActions.Request;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** A container brought back: first what would change, then, when somebody confirms it, what did; and the way back. */
public final class ContainerRestorePage implements Route.Group {
    /**
     * A volume of the snapshot, filled anew.
     *
     * @param sinceThen how the newest snapshot differs from what it will hold; null in the newest
     */
    public record Volume(Mount mount, String sinceThen) {}

    /**
     * @param command that does it
     * @param shown whether secrets are
     */
    public record Asking(
            Frame frame,
            Subject subject,
            Snapshot snapshot,
            Mode mode,
            String name,
            List<JsonDifference> differences,
            List<String> notes,
            List<Volume> volumes,
            String command,
            boolean shown) {}

    /** @param before what was there, which a click brings back; empty for a new container */
    public record Done(
            Frame frame,
            Subject subject,
            Snapshot snapshot,
            Mode mode,
            Restored restored,
            List<Volume> volumes,
            Optional<Snapshot> before) {}

    private final StoreView view;
    private final ContainerActions actions;

    public ContainerRestorePage(StoreView view) {
        this.view = view;
        this.actions = new ContainerActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/snapshots/{id}/container/restore", this::ask),
                Route.action("/snapshots/{id}/container/restore", this::restore));
    }

    private void ask(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        Mode mode = mode(query);
        boolean shown = Secrets.areShown(query);
        Optional<ContainerPreview> preview = mode == Mode.VOLUMES
                ? Optional.empty()
                : Optional.of(actions.preview(snapshot, Request.of(mode)))
                        .map(found -> shown ? found : Secrets.masked(found));
        Subject subject = view.subjectOf(snapshot);
        Template.render(
                ctx,
                "containerRestore",
                new Asking(
                        frame("Restore?", command(snapshot, mode) + (mode == Mode.VOLUMES ? "" : " --dry-run")),
                        subject,
                        snapshot,
                        mode,
                        preview.map(ContainerPreview::name).orElse(subject.name()),
                        preview.map(ContainerPreview::differences).orElse(List.of()),
                        preview.map(ContainerPreview::notes).orElse(List.of()),
                        volumes(snapshot),
                        command(snapshot, mode),
                        shown));
    }

    private void restore(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        Mode mode = mode(query);
        List<Volume> volumes = volumes(snapshot);
        Restored restored = actions.restore(snapshot, Request.of(mode));
        Template.render(
                ctx,
                "containerRestored",
                new Done(
                        frame("Restored", command(snapshot, mode)),
                        view.subjectOf(snapshot),
                        snapshot,
                        mode,
                        restored,
                        volumes,
                        mode == Mode.NEW ? Optional.empty() : actions.before(snapshot)));
    }

    private List<Volume> volumes(Snapshot snapshot) {
        Optional<Snapshot> newest =
                view.catalog().head(snapshot.subjectId()).filter(head -> head.sequence() > snapshot.sequence());
        return new ContainerContent(view.store().content())
                .manifest(snapshot).captured().stream()
                        .map(mount -> new Volume(
                                mount,
                                newest.map(newer -> Link.compare(
                                                newer,
                                                snapshot,
                                                TreePath.of(mount.tree().orElseThrow())))
                                        .orElse(null)))
                        .toList();
    }

    private static Mode mode(Query query) {
        return query.text("mode").map(Mode::named).orElse(Mode.NEW);
    }

    private static String command(Snapshot snapshot, Mode mode) {
        String option = switch (mode) {
            case NEW -> "";
            case REPLACE -> " --replace";
            case VOLUMES -> " --volumes-only";
        };
        return "snapdsl container restore " + snapshot.id().shortHex() + option;
    }

    private Frame frame(String title, String command) {
        return new Frame(title, "/containers", Optional.of(command), new Show(view));
    }
}

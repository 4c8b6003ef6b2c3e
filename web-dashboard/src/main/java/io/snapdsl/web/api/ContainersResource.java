package io.snapdsl.web.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.container.Consistency;
import io.snapdsl.engine.container.ContainerContent;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.container.ContainerRuntime.FileChange;
import io.snapdsl.engine.container.Mount;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFinder;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.shape.ContainerShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.ContainerActions;
import io.snapdsl.web.ContainerActions.Mode;
import io.snapdsl.web.ContainerActions.Request;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Containers: which there are, snapshots of them, and the ways back. */
public final class ContainersResource implements Route.Group {
    private final StoreView view;
    private final ContainerActions actions;

    public ContainersResource(StoreView view) {
        this.view = view;
        this.actions = new ContainerActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(
                        Route.API + "/containers",
                        "Lists the engine's containers, and those that only snapshots are left of.",
                        this::list),
                Route.get(
                                Route.API + "/snapshots/{id}/container",
                                "A container as a snapshot holds it: settings, volumes, what differs from its image.",
                                view.reading(this::show))
                        .with("subject", "What @latest, @1 and times refer to.")
                        .with(Secrets.PARAMETER, "shown: with passwords and keys."),
                Route.post(Route.API + "/containers/snap", "Takes a snapshot of a container.", this::snap)
                        .needing("container", "Its name or id.")
                        .with("goal", "What this state is about.")
                        .with("tool", "The tool that made the changes.")
                        .with("session", "The agent run it belongs to.")
                        .with("tags", "A list of words to mark it with.")
                        .with("volumes", "A list: only these volumes; all if it is left out.")
                        .with("binds", "true: also the host's directories that it sees.")
                        .with("portable", "true: the image goes into the snapshot, too.")
                        .with("consistency", "What keeps it still meanwhile: pause, stop or none; pause.")
                        .with("quiesce", "A command in the container that makes it hold still, instead of a pause.")
                        .with("resume", "The command that lets it go on after that."),
                Route.post(Route.API + "/containers/restore", "Brings a container back.", this::restore)
                        .needing("snapshot", "An id or its beginning, @latest, @1, a time.")
                        .with("subject", "What @latest, @1 and times refer to.")
                        .with("mode", "new, replace or volumes; new if it is left out.")
                        .with("name", "With new: what to call it.")
                        .with("volumes", "With volumes: a list of those to fill; all if it is left out.")
                        .with("paths", "With volumes: a list of files in them; all if it is left out.")
                        .with("healthCheck", "With replace: how many seconds it has to prove that it is well.")
                        .with("session", "The agent run it belongs to.")
                        .with("dryRun", "true: only say which settings would differ; secrets are hidden."));
    }

    private void list(Context ctx) {
        Answer.json(
                ctx,
                Shapes.object(
                        "containers",
                        actions.list().stream().map(ContainerShape::listed).toList()));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        Snapshot snapshot = view.snapshot(ctx.pathParam("id"), query);
        ContainerContent content = new ContainerContent(view.store().content());
        ContainerManifest manifest = content.manifest(snapshot);
        ObjectNode settings = manifest.settings().json();
        Map<String, Object> shape = ContainerShape.manifest(manifest);
        shape.put("status", manifest.status().name().toLowerCase(Locale.ROOT));
        shape.put(
                "mounts",
                manifest.mounts().stream().map(ContainersResource::shape).toList());
        shape.put("settings", Secrets.areShown(query) ? settings : Secrets.masked(settings));
        shape.put(
                "changes",
                content.changes(snapshot).stream()
                        .map(change -> Shapes.object("path", change.path(), "change", word(change)))
                        .toList());
        Answer.json(ctx, shape);
    }

    private static Map<String, Object> shape(Mount mount) {
        return Shapes.object(
                "title", mount.title(),
                "kind", mount.kind().name().toLowerCase(Locale.ROOT),
                "destination", mount.destination(),
                "readOnly", mount.isReadOnly(),
                "tree", mount.tree().orElse(null));
    }

    /** What became of a file of the image. */
    public static String word(FileChange change) {
        return switch (change.kind()) {
            case 'A' -> "created";
            case 'D' -> "deleted";
            default -> "modified";
        };
    }

    private void snap(Context ctx) {
        Body body = new Body(ctx);
        Consistency consistency = body.text("quiesce")
                .<Consistency>map(command -> Consistency.Quiesce.byShell(command, body.text("resume")))
                .orElseGet(() -> consistency(body.text("consistency").orElse("pause")));
        List<String> volumes = body.texts("volumes");
        CaptureOptions options = new CaptureOptions(
                volumes.isEmpty() ? Optional.empty() : Optional.of(new LinkedHashSet<>(volumes)),
                consistency,
                body.flag("binds"),
                body.flag("portable"));
        Note note = Note.manual(
                        body.text("tool").orElse(""),
                        body.text("goal").orElse(""),
                        body.text("session").orElse(""))
                .tagged(body.texts("tags"));
        Answer.json(ctx, ContainerShape.recorded(actions.snap(body.required("container"), options, note)));
    }

    private static Consistency consistency(String word) {
        return switch (word) {
            case "pause" -> Consistency.PAUSE;
            case "stop" -> Consistency.STOP;
            case "none" -> Consistency.NONE;
            default ->
                throw new SnapdslException(
                        ErrorCode.USAGE, "There is no such consistency.", "There are: pause, stop, none.");
        };
    }

    private void restore(Context ctx) {
        Body body = new Body(ctx);
        Snapshot snapshot = view.snapshot(body.required("snapshot"), body.text("subject"));
        Request request = new Request(
                body.text("mode").map(Mode::named).orElse(Mode.NEW),
                body.text("name"),
                Set.copyOf(body.texts("volumes")),
                body.texts("paths"),
                body.number("healthCheck", 1).map(Duration::ofSeconds).map(Proof::within),
                body.text("session").map(AgentSessions::usable).orElse(""));
        body.text("subject")
                .or(() -> SnapshotFinder.nameIn(body.required("snapshot")))
                .ifPresent(name -> actions.requireMeant(name, snapshot, request.mode()));
        Answer.json(
                ctx,
                body.flag("dryRun")
                        ? ContainerShape.preview(snapshot, Secrets.masked(actions.preview(snapshot, request)))
                        : ContainerShape.restored(snapshot, actions.restore(snapshot, request)));
    }
}

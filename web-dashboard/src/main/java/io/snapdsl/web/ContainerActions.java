package io.snapdsl.web;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.container.ContainerList;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRecorder;
import io.snapdsl.engine.container.ContainerRecorder.Recorded;
import io.snapdsl.engine.container.ContainerRestore;
import io.snapdsl.engine.container.ContainerRestore.Restored;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.Containers;
import io.snapdsl.engine.container.LastRestore;
import io.snapdsl.engine.container.Proof;
import io.snapdsl.engine.container.RestoreReason;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.restore.Selection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What pages and programs do with containers, as the commands of the same names do it. Each says how far it is. */
public final class ContainerActions {
    /** The ways to bring a container back. */
    public enum Mode {
        /** Beside the original. */
        NEW,
        /** In the place of the one there is. */
        REPLACE,
        /** Only what its volumes hold. */
        VOLUMES;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Mode named(String word) {
            return Stream.of(values())
                    .filter(mode -> mode.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new SnapdslException(
                            ErrorCode.USAGE,
                            "There is no such way to restore a container.",
                            "There are: new, replace, volumes."));
        }
    }

    /**
     * @param name of a new one, if it is to have a certain one
     * @param volumes those to bring back; all if there are none
     * @param paths in the volumes; all if there are none
     * @param proof how one that replaces another proves to be well, unless it is as usual
     * @param session the agent run it belongs to, or empty
     */
    public record Request(
            Mode mode,
            Optional<String> name,
            Set<String> volumes,
            List<String> paths,
            Optional<Proof> proof,
            String session) {
        public static Request of(Mode mode) {
            return new Request(mode, Optional.empty(), Set.of(), List.of(), Optional.empty(), "");
        }
    }

    private final StoreView view;

    public ContainerActions(StoreView view) {
        this.view = view;
    }

    public List<ContainerList.Line> list() {
        return new ContainerList(view.store(), view.containers()).all();
    }

    public Recorded snap(String container, CaptureOptions options, Note note) {
        return snap(container, container, options, note);
    }

    /** Whatever it is called by now. */
    public Recorded snap(Container subject, CaptureOptions options, Note note) {
        String now = new Containers(view.store(), view.containers())
                .present(subject)
                .map(Inspected::id)
                .orElse(subject.containerName());
        return snap(subject.name(), now, options, note);
    }

    private Recorded snap(String called, String container, CaptureOptions options, Note note) {
        return view.activity()
                .during(
                        "snap",
                        called,
                        progress -> new ContainerRecorder(view.store(), view.containers(), view.clock(), progress)
                                .record(container, options, note));
    }

    /** Refuses if another container than the snapshot's, which would be changed, is called {@code name} by now. */
    public void requireMeant(String name, Snapshot snapshot, Mode mode) {
        if (mode != Mode.NEW) {
            restore(Progress.NONE, Request.of(mode)).requireMeant(name, snapshot);
        }
    }

    /** What a restore would change of the settings; how volumes would differ a comparison of snapshots tells. */
    public ContainerPreview preview(Snapshot snapshot, Request request) {
        return switch (request.mode) {
            case NEW -> restore(Progress.NONE, request).previewBeside(snapshot, request.name);
            case REPLACE -> restore(Progress.NONE, request).previewReplacing(snapshot);
            case VOLUMES ->
                throw new SnapdslException(
                        ErrorCode.USAGE,
                        "A preview shows a container's settings, and only its volumes would change.",
                        "Compare the snapshot with the newest one instead.");
        };
    }

    public Restored restore(Snapshot snapshot, Request request) {
        return view.activity().during("restore", view.subjectOf(snapshot).name(), progress -> switch (request.mode) {
            case NEW -> restore(progress, request).beside(snapshot, request.name);
            case REPLACE -> restore(progress, request).replace(snapshot, request.proof.orElse(Proof.DEFAULT));
            case VOLUMES ->
                restore(progress, request).volumes(snapshot, request.volumes, Selection.Request.written(request.paths));
        });
    }

    /** What was there before the newest restore in its place: to bring that back is to undo it. */
    public Optional<Snapshot> before(Snapshot restored) {
        return LastRestore.before(view.catalog(), restored.subjectId());
    }

    private ContainerRestore restore(Progress progress, Request request) {
        return new ContainerRestore(
                view.store(), view.containers(), view.clock(), progress, RestoreReason.in(request.session));
    }
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Brings containers back: beside what is there, in its place, or only what its volumes hold. */
public final class ContainerRestore {
    /** @param notes what differs from the original, and why */
    public record Restored(Inspected container, List<String> notes) {}

    /** A new container's id. */
    record Made(String container, List<String> notes) {}

    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Clock clock;
    private final Progress progress;
    private final RestoreReason reason;
    private final Containers containers;
    private final ContainerContent content;

    public ContainerRestore(
            SnapshotStore store, ContainerRuntime runtime, Clock clock, Progress progress, RestoreReason reason) {
        this.store = store;
        this.runtime = runtime;
        this.clock = clock;
        this.progress = progress;
        this.reason = reason;
        this.containers = new Containers(store, runtime);
        this.content = new ContainerContent(store.content());
    }

    /** What {@link #beside} would make, in words; nothing is changed. */
    public ContainerPreview previewBeside(Snapshot snapshot, Optional<String> name) {
        ContainerManifest manifest = content.manifest(snapshot);
        RestoreBeside.Plan plan = new RestoreBeside(store, runtime, progress).plan(manifest, name);
        return ContainerPreview.of(plan.name(), manifest.settings(), plan.settings(), plan.notes());
    }

    /** What {@link #replace} would change; nothing is. */
    public ContainerPreview previewReplacing(Snapshot snapshot) {
        Inspected now = present(snapshot);
        return ContainerPreview.of(
                now.name(),
                ContainerSettings.of(now),
                content.manifest(snapshot).settings(),
                List.of());
    }

    /** The container that {@link #replace} or {@link #volumes} would change. */
    public Inspected present(Snapshot snapshot) {
        return containers.require(present(subject(snapshot)).containerId());
    }

    /** A new container with volumes of its own; the original stays as it is. */
    public Restored beside(Snapshot snapshot, Optional<String> name) {
        Container subject = subject(snapshot);
        return locked(subject, () -> {
            ContainerManifest manifest = content.manifest(snapshot);
            RestoreBeside restore = new RestoreBeside(store, runtime, progress);
            Made made = restore.restore(subject, snapshot, manifest, restore.plan(manifest, name));
            Inspected container = containers.require(made.container);
            record(
                    snapshot,
                    RestoreBeside.STEP,
                    "as " + container.name()
                            + reason.goal().map(goal -> ", " + goal).orElse(""));
            return new Restored(container, made.notes);
        });
    }

    /** In the place of the container that is there, which goes only when the new one has proved itself. */
    public Restored replace(Snapshot snapshot, Proof proof) {
        Container subject = present(subject(snapshot));
        return locked(subject, () -> {
            inPlace().replace(subject, snapshot, proof);
            return new Restored(containers.require(present(subject).containerId()), List.of());
        });
    }

    /**
     * Only what volumes hold.
     *
     * @param titles which; all that the snapshot has if empty
     * @param paths which files in them; all if empty
     */
    public Restored volumes(Snapshot snapshot, Set<String> titles, Selection.Request paths) {
        Container subject = present(subject(snapshot));
        ContainerManifest manifest = content.manifest(snapshot);
        Set<String> chosen = titles.isEmpty() ? titles(manifest) : titles;
        chosen.forEach(title -> captured(manifest, title));
        return locked(subject, () -> {
            inPlace().volumes(subject, snapshot, chosen, present -> target(present, snapshot, chosen, paths));
            return new Restored(containers.require(subject.containerId()), List.of());
        });
    }

    /** The files of one volume, for looking at or exporting them. */
    public static DirectoryEntry volume(SnapshotStore store, Snapshot snapshot, String title) {
        ContainerContent content = new ContainerContent(store.content());
        return content.volume(snapshot.root(), captured(content.manifest(snapshot), title));
    }

    private Hash target(Hash present, Snapshot snapshot, Set<String> titles, Selection.Request paths) {
        ContainerManifest wanted = content.manifest(snapshot);
        ContainerManifest there = content.manifest(present);
        TreeReader trees = new TreeReader(new ContentReader(store.content()));
        try (ContentWriter writer = new ContentWriter(store.content())) {
            Map<Mount, DirectoryEntry> volumes = new LinkedHashMap<>();
            for (String title : titles) {
                Mount mount = captured(there, title);
                DirectoryEntry from = content.volume(present, mount);
                DirectoryEntry to = content.volume(snapshot.root(), captured(wanted, title));
                volumes.put(mount, paths.paths().isEmpty() ? to : mixed(trees, writer, from, to, paths));
            }
            Hash target = new ContainerTree(writer).edited(trees, present, there, volumes);
            writer.finish();
            return target;
        }
    }

    private static DirectoryEntry mixed(
            TreeReader trees, ContentWriter writer, DirectoryEntry from, DirectoryEntry to, Selection.Request paths) {
        Selection selection =
                paths.in(trees, List.of(from.tree(), to.tree()), "Neither the snapshot nor the container has");
        List<Change> changes = new TreeComparison(trees)
                .changes(from.tree(), to.tree()).stream()
                        .filter(change -> selection.covers(change.path(), change.isDirectory()))
                        .toList();
        Hash tree = new TreeEditor(trees, writer).apply(from.tree(), changes);
        return new DirectoryEntry(from.name(), from.mode(), from.modified(), tree, from.owner());
    }

    private static Set<String> titles(ContainerManifest manifest) {
        return manifest.captured().stream().map(Mount::title).collect(Collectors.toSet());
    }

    private static Mount captured(ContainerManifest manifest, String title) {
        return manifest.mount(title)
                .filter(mount -> mount.tree().isPresent())
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_VOLUME,
                        "The snapshot of " + manifest.name() + " has no volume '" + title + "'.",
                        titles(manifest).isEmpty()
                                ? "It has none at all."
                                : "It has: "
                                        + String.join(
                                                ", ",
                                                titles(manifest).stream()
                                                        .sorted()
                                                        .toList()) + "."));
    }

    /** Whole: whoever died over it has left nothing undone. */
    private Container subject(Snapshot snapshot) {
        content.manifest(snapshot);
        new ContainerRecovery(store, runtime, clock, progress)
                .recoverUnfinished(subject -> subject.id().equals(snapshot.subjectId()));
        return (Container) store.subjects().find(snapshot.subjectId()).orElseThrow();
    }

    /** The subject as the container that it is now. */
    private Container present(Container subject) {
        Inspected container = containers
                .present(subject)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_CONTAINER,
                        "The container " + subject.containerName() + " doesn't exist any more.",
                        "To have it back as a new one: snapdsl container restore ID --name "
                                + subject.containerName()));
        return containers.recognised(subject, container);
    }

    /**
     * Refuses if the container that the snapshot is of is called otherwise by now, and another one {@code name}: whoever
     * said that name may have meant either.
     */
    public void requireMeant(String name, Snapshot snapshot) {
        Inspected now = present(snapshot);
        if (now.name().equals(name)) {
            return;
        }
        containers
                .existing()
                .filter(other -> other.name().equals(name))
                .findFirst()
                .ifPresent(other -> {
                    String id = snapshot.id().shortHex();
                    throw new SnapdslException(
                            ErrorCode.AMBIGUOUS_SNAPSHOT,
                            "Snapshot " + id + " is of the container that is called " + now.name() + " now, and " + name
                                    + " is another one by now.",
                            "If " + now.name() + " is meant, name the snapshot by its id: " + id + ". "
                                    + containers
                                            .find(other.id(), name)
                                            .map(subject ->
                                                    "'snapdsl log " + subject.name() + "' lists those of " + name + ".")
                                            .orElse("Of " + name + " there is none yet."));
                });
    }

    private Restored locked(Container subject, Supplier<Restored> work) {
        return store.locks()
                .subject(subject.id(), "restoring it")
                .during(() -> store.locks().usingContent().during(() -> {
                    new ContainerRecovery(store, runtime, clock, progress).recover(subject);
                    return work.get();
                }));
    }

    private RestoreInPlace inPlace() {
        return new RestoreInPlace(store, runtime, clock, progress, reason);
    }

    private void record(Snapshot snapshot, String operation, String detail) {
        store.auditLog()
                .record(new Operation(
                        clock.instant(),
                        operation,
                        Optional.of(snapshot.subjectId()),
                        Optional.of(snapshot.id()),
                        detail));
    }
}

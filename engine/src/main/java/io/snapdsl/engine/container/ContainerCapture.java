package io.snapdsl.engine.container;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.archive.TreeFromTar;
import io.snapdsl.engine.archive.TreeFromTar.Stored;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.Coverage.Totals;
import io.snapdsl.engine.container.ContainerRuntime.FileChange;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Stores the present state of a container: its files as an image, its volumes as trees, both of one moment. The image is
 * made while the volumes are read: for as long as that takes, and no longer, the container is held.
 */
final class ContainerCapture {
    record Result(Captured captured, ContainerManifest manifest) {}

    /** What was read while the container was held. */
    record Cut(String image, List<FileChange> changes, Map<Mount, Stored> volumes) {}

    private final SnapshotStore store;
    private final ContainerRuntime runtime;
    private final Progress progress;
    private final Container subject;
    private final Inspected container;
    private final CaptureOptions options;
    private final ContainerImages images;
    private final List<Mount> mounts;

    ContainerCapture(
            SnapshotStore store,
            ContainerRuntime runtime,
            Progress progress,
            Container subject,
            Inspected container,
            CaptureOptions options) {
        this.store = store;
        this.runtime = runtime;
        this.progress = progress;
        this.subject = subject;
        this.container = container;
        this.options = options;
        this.images = new ContainerImages(runtime, owner());
        this.mounts = Mounts.of(container, runtime);
    }

    private String owner() {
        return Labels.owner(store.id(), subject.id());
    }

    /**
     * Does {@code work} while the container is held.
     *
     * @param work reads the container when it asks for the cut, and may read other things before and after
     */
    void holding(Consumer<Supplier<Cut>> work) {
        List<Mount> taken = Mounts.taken(mounts, options, container.name());
        progress.begin("capturing " + container.name(), "file", 0);
        try (VolumeAccess access =
                new VolumeAccess(runtime, store.content(), progress, container.image(), owner(), taken)) {
            Hold.on(runtime, store.containerWork(), subject.id(), container, options.consistency())
                    .during(() -> {
                        work.accept(() -> cut(access, taken));
                        return null;
                    });
        }
    }

    /**
     * When the container has been let go.
     *
     * @param previous the newest snapshot, whose image is used again if the files are still the same
     */
    Result finish(Cut cut, Optional<Snapshot> previous) {
        List<String> layers = images.layers(cut.image);
        Optional<ContainerManifest> before = previous.filter(snapshot -> !snapshot.isRemoved())
                .map(new ContainerContent(store.content())::manifest)
                .filter(manifest ->
                        manifest.layers().equals(layers) && images.haveSameSettings(manifest.image(), cut.image));
        before.ifPresent(same -> runtime.removeImage(cut.image));
        ContainerManifest manifest = new ContainerManifest(
                container.name(),
                container.id(),
                subject.engine(),
                container.status(),
                before.map(ContainerManifest::image).orElse(cut.image),
                layers,
                before.map(ContainerManifest::imageBytes)
                        .orElseGet(() -> images.bytesBeyond(container.image(), cut.image)),
                container.details().path("Config").path("Image").asText(),
                options.isPortable(),
                ContainerSettings.of(container),
                mounts.stream()
                        .map(mount -> options.takes(mount) ? mount.captured(ContainerTree.place(mount)) : mount)
                        .toList());
        Optional<DirectoryEntry> image = options.isPortable() ? Optional.of(saved(manifest.image())) : Optional.empty();
        return new Result(stored(manifest, cut, image), manifest);
    }

    private Cut cut(VolumeAccess access, List<Mount> taken) {
        CompletableFuture<String> image = CompletableFuture.supplyAsync(() -> images.commit(container));
        Map<Mount, Stored> volumes = new LinkedHashMap<>();
        List<FileChange> changes;
        try {
            taken.forEach(mount -> volumes.put(mount, access.read(mount)));
            Failpoint.reach("container.read");
            changes = runtime.changes(container.id());
        } finally {
            // Also when reading failed: the container must not be let go in the middle of it.
            image.exceptionally(failure -> "").join();
        }
        Failpoint.reach("container.committed");
        return new Cut(joined(image), changes, volumes);
    }

    private static String joined(CompletableFuture<String> image) {
        try {
            return image.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private DirectoryEntry saved(String image) {
        progress.begin("saving the image", "file", 0);
        try (InputStream archive = runtime.save(image)) {
            return new TreeFromTar(store.content(), progress).files(archive).root();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Captured stored(ContainerManifest manifest, Cut cut, Optional<DirectoryEntry> image) {
        try (ContentWriter content = new ContentWriter(store.content())) {
            Map<Mount, DirectoryEntry> volumes = new LinkedHashMap<>();
            cut.volumes.forEach((mount, stored) -> volumes.put(mount, stored.root()));
            Hash root = new ContainerTree(content).store(manifest, cut.changes, volumes, image);
            Coverage coverage = coverage(manifest, cut);
            Hash coverageHash = content.addObject(coverage.encode());
            content.finish();
            return new Captured(root, coverage, coverageHash);
        }
    }

    private static Coverage coverage(ContainerManifest manifest, Cut cut) {
        long files = 2;
        long directories = 0;
        long links = 0;
        long bytes = 0;
        for (Stored stored : cut.volumes.values()) {
            files += stored.totals().files();
            directories += stored.totals().directories() + 1;
            links += stored.totals().links();
            bytes += stored.totals().bytes();
        }
        List<Problem> problems = manifest.mounts().stream()
                .filter(mount -> mount.tree().isEmpty())
                .map(mount -> new Problem(TreePath.of(ContainerTree.place(mount)), Problem.Kind.SPECIAL, reason(mount)))
                .toList();
        return new Coverage(new Totals(files, directories, links, bytes), List.of(), problems);
    }

    private static String reason(Mount mount) {
        return switch (mount.kind()) {
            case BIND ->
                "is the host's own " + mount.source()
                        + ": only its place is recorded, and on another host it may hold something else";
            case VOLUME -> "was left out";
            case TMPFS -> "is in memory only";
            case OTHER -> "is of a kind that snapdsl doesn't know";
        };
    }
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Reads what a container's snapshot holds. */
public final class ContainerContent {
    static final String IMAGE = "image";

    private final ContentReader content;
    private final TreeReader trees;

    public ContainerContent(ContentStore store) {
        this.content = new ContentReader(store);
        this.trees = new TreeReader(content);
    }

    public ContainerManifest manifest(Snapshot snapshot) {
        return manifest(snapshot.root());
    }

    ContainerManifest manifest(Hash root) {
        FileEntry file = trees.find(root, TreePath.of(ContainerManifest.FILE))
                .filter(FileEntry.class::isInstance)
                .map(FileEntry.class::cast)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "That is no snapshot of a container.",
                        "'snapdsl container list' shows which containers have any; 'snapdsl restore' brings back"
                                + " workspaces."));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            content.copy(file.content(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ContainerManifest.decode(bytes.toByteArray());
    }

    /** The files of a volume or directory that the snapshot has. */
    public DirectoryEntry volume(Hash root, Mount mount) {
        String place = mount.tree().orElseThrow();
        return directory(root, place)
                .orElseThrow(() -> new DamagedContentException("a container's snapshot lacks " + place));
    }

    Optional<DirectoryEntry> image(Snapshot snapshot) {
        return directory(snapshot.root(), IMAGE);
    }

    Optional<DirectoryEntry> directory(Hash root, String path) {
        return trees.find(root, TreePath.of(path))
                .filter(DirectoryEntry.class::isInstance)
                .map(DirectoryEntry.class::cast);
    }
}

package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.FileChange;
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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what a container's snapshot holds. */
public final class ContainerContent {
    static final String IMAGE = "image";
    /** A name may have a line break in it: only what looks like a change begins another. */
    private static final Pattern NEXT_CHANGE = Pattern.compile("\n(?=[ACD] /)");

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
        return ContainerManifest.decode(file(root, ContainerManifest.FILE)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "That is no snapshot of a container.",
                        "'snapdsl container list' shows which containers have any; 'snapdsl restore' brings back"
                                + " workspaces.")));
    }

    /** What differed from the container's image, by path. */
    public List<FileChange> changes(Snapshot snapshot) {
        String text =
                new String(file(snapshot.root(), ContainerTree.CHANGES).orElse(new byte[0]), StandardCharsets.UTF_8);
        return Stream.of(NEXT_CHANGE.split(text.strip()))
                .filter(line -> line.length() > 2)
                .map(line -> new FileChange(line.charAt(0), line.substring(2)))
                .toList();
    }

    private Optional<byte[]> file(Hash root, String path) {
        return trees.find(root, TreePath.of(path))
                .filter(FileEntry.class::isInstance)
                .map(FileEntry.class::cast)
                .map(file -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try {
                        content.copy(file.content(), bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return bytes.toByteArray();
                });
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

package io.snapdsl.engine.container;

import io.snapdsl.engine.container.ContainerRuntime.FileChange;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Puts a container's snapshot together as a tree, so that it can be looked at, compared and checked like any other:
 * what it is made from, what differs from its image, and its volumes.
 */
final class ContainerTree {
    static final String VOLUMES = "volumes";
    static final String BINDS = "binds";
    static final String CHANGES = "changes.txt";

    private final ContentWriter content;

    ContainerTree(ContentWriter content) {
        this.content = content;
    }

    static String place(Mount mount) {
        return (mount.kind() == Mount.Kind.VOLUME ? VOLUMES : BINDS) + "/" + mount.title();
    }

    /**
     * @param volumes the content of each mount that was captured
     * @param image the image itself, for a portable one
     */
    Hash store(
            ContainerManifest manifest,
            List<FileChange> changes,
            Map<Mount, DirectoryEntry> volumes,
            Optional<DirectoryEntry> image) {
        List<TreeEntry> root = new ArrayList<>();
        root.add(file(ContainerManifest.FILE, manifest.encode()));
        StringBuilder lines = new StringBuilder();
        // The engine has them in any order, and another one would pass for a change.
        changes.stream()
                .sorted(Comparator.comparing(FileChange::path))
                .forEach(change -> lines.append(change.kind())
                        .append(' ')
                        .append(change.path())
                        .append('\n'));
        root.add(file(CHANGES, ByteText.encode(lines.toString())));
        for (String directory : List.of(VOLUMES, BINDS)) {
            List<TreeEntry> entries = volumes.entrySet().stream()
                    .filter(volume -> place(volume.getKey()).startsWith(directory + "/"))
                    .map(volume -> named(volume.getValue(), volume.getKey().title()))
                    .toList();
            if (!entries.isEmpty()) {
                root.add(directory(directory, tree(entries)));
            }
        }
        image.ifPresent(files -> root.add(named(files, ContainerContent.IMAGE)));
        return tree(root);
    }

    /**
     * Another snapshot's tree with this in the place of what it had.
     *
     * @param volumes some of those that {@code root} has
     */
    Hash edited(TreeReader trees, Hash root, ContainerManifest manifest, Map<Mount, DirectoryEntry> volumes) {
        Map<Name, TreeEntry> entries = byName(trees, root);
        replace(entries, file(ContainerManifest.FILE, manifest.encode()));
        for (String parent : List.of(VOLUMES, BINDS)) {
            List<TreeEntry> replaced = volumes.entrySet().stream()
                    .filter(volume -> place(volume.getKey()).startsWith(parent + "/"))
                    .map(volume -> named(volume.getValue(), volume.getKey().title()))
                    .toList();
            if (!replaced.isEmpty()) {
                // All at once: what was just written can't be read yet.
                DirectoryEntry directory = (DirectoryEntry) entries.get(Name.of(parent));
                Map<Name, TreeEntry> children = byName(trees, directory.tree());
                replaced.forEach(volume -> replace(children, volume));
                replace(entries, directory(parent, tree(List.copyOf(children.values()))));
            }
        }
        return tree(List.copyOf(entries.values()));
    }

    private static Map<Name, TreeEntry> byName(TreeReader trees, Hash tree) {
        Map<Name, TreeEntry> entries = new TreeMap<>();
        trees.tree(tree).entries().forEach(entry -> replace(entries, entry));
        return entries;
    }

    private static void replace(Map<Name, TreeEntry> entries, TreeEntry entry) {
        entries.put(entry.name(), entry);
    }

    private Hash tree(List<TreeEntry> entries) {
        return content.addObject(Tree.sorted(entries).encode());
    }

    private static TreeEntry named(DirectoryEntry directory, String name) {
        return new DirectoryEntry(
                Name.of(name), directory.mode(), directory.modified(), directory.tree(), directory.owner());
    }

    private static TreeEntry directory(String name, Hash tree) {
        return new DirectoryEntry(Name.of(name), 0755, Instant.EPOCH, tree);
    }

    private TreeEntry file(String name, byte[] bytes) {
        try {
            FileContent file = FileContent.of(bytes, content);
            return new FileEntry(Name.of(name), 0644, Instant.EPOCH, file.size(), file.content(), OptionalLong.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

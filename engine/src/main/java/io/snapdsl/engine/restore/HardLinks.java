package io.snapdsl.engine.restore;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The groups of hard links in a restore: one name of a group is written, every other is linked to it. */
final class HardLinks {
    /** Puts a file in its place, given the place of the group's file if there is one already. */
    interface Placing {
        void place(Optional<Path> linkTo) throws IOException;
    }

    /** The content too: a tree made of older and newer files may use one number for two groups. */
    private record Group(long number, Content content) {
        static Optional<Group> of(FileEntry file) {
            return file.linkGroup().isPresent()
                    ? Optional.of(new Group(file.linkGroup().getAsLong(), file.content()))
                    : Optional.empty();
        }
    }

    private final Map<Group, Path> places = new HashMap<>();

    /** For a directory in which nothing is yet. */
    static HardLinks none() {
        return new HardLinks();
    }

    /** Knows the files in {@code directory} that are right already and belong to a group of which others are written. */
    static HardLinks in(Path directory, RestorePlan plan, TreeReader trees, Hash present, Hash target) {
        Set<Group> groups = new HashSet<>();
        Set<TreePath> written = new HashSet<>();
        plan.forEach(step -> {
            if (step instanceof Step.WriteFile write) {
                Group.of(write.entry()).ifPresent(group -> {
                    groups.add(group);
                    written.add(write.path());
                });
            }
        });
        HardLinks links = new HardLinks();
        if (!groups.isEmpty()) {
            trees.walk(target, (path, entry) -> {
                if (entry instanceof FileEntry file) {
                    Group.of(file)
                            .filter(group -> groups.contains(group)
                                    && !written.contains(path)
                                    && trees.find(present, path)
                                            .filter(file::sameContent)
                                            .isPresent())
                            .ifPresent(group -> links.places.putIfAbsent(group, NativePaths.resolve(directory, path)));
                }
            });
        }
        return links;
    }

    /** One after the other: a name is linked to the group's file only when that is in its place. */
    synchronized void place(FileEntry entry, Path file, Placing placing) throws IOException {
        Group group = Group.of(entry).orElseThrow();
        Optional<Path> linkTo =
                Optional.ofNullable(places.get(group)).filter(place -> Files.exists(place, LinkOption.NOFOLLOW_LINKS));
        placing.place(linkTo);
        if (linkTo.isEmpty()) {
            places.put(group, file);
        }
    }
}

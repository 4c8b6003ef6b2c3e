package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Hard links among files that are brought back together. The numbers of one state mean nothing beside those of
 * another, so the groups get new ones, far from any inode's.
 */
final class LinkGroups {
    private record Group(long number, Content content) {}

    private final Map<Group, Long> numbers = new HashMap<>();

    /** The group of what becomes of {@code before}, when it gets this content. */
    OptionalLong of(FileEntry before, Content content) {
        if (before.linkGroup().isEmpty()) {
            return OptionalLong.empty();
        }
        Group group = new Group(before.linkGroup().getAsLong(), content);
        return OptionalLong.of(numbers.computeIfAbsent(group, any -> Long.MAX_VALUE - numbers.size()));
    }
}

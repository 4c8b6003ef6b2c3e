package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.consolidation.Strategy.Span;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * What a whole span changed, dealt out to its groups: each file goes to the group that changed it. A directory that
 * came goes to the first group that needs it, and one that went is offered to all, as it goes when nothing is left in
 * it.
 */
final class NetChanges {
    private final Map<TreePath, Integer> owners = new HashMap<>();
    /** The first group with something that changed below a directory. */
    private final Map<TreePath, Integer> firstBelow = new HashMap<>();

    private final List<List<Change>> dealt = new ArrayList<>();

    /** @param changes from what is shown before the span to its newest member */
    NetChanges(Span span, List<Change> changes, Function<Snapshot, Set<TreePath>> files) {
        for (List<Snapshot> group : span.groups()) {
            int number = dealt.size();
            group.forEach(member -> files.apply(member).forEach(path -> owners.put(path, number)));
            dealt.add(new ArrayList<>());
        }
        // From the innermost out: a directory that comes needs the one around it no later than itself.
        for (int i = changes.size() - 1; i >= 0; i--) {
            noteParents(changes.get(i));
        }
        changes.forEach(this::deal);
    }

    List<Change> of(int group) {
        return dealt.get(group);
    }

    private void noteParents(Change change) {
        if (change.isDirectory() && change.kind() != Change.Kind.CREATED) {
            return;
        }
        int group = groupOf(change);
        Optional<TreePath> parent = change.path().parent();
        while (parent.isPresent()) {
            firstBelow.merge(parent.get(), group, Math::min);
            parent = parent.get().parent();
        }
    }

    private void deal(Change change) {
        if (!change.isDirectory()) {
            dealt.get(groupOf(change)).add(unlinked(change));
        } else if (change.after().isEmpty()) {
            dealt.forEach(group -> group.add(change));
        } else {
            dealt.get(groupOf(change)).add(change);
        }
    }

    private int groupOf(Change change) {
        int owner = owner(change.path());
        boolean isOwnersAlone = !change.isDirectory() || change.kind() == Change.Kind.MODIFIED;
        return isOwnersAlone ? owner : Math.min(owner, firstBelow.getOrDefault(change.path(), owner));
    }

    /** What nobody in particular changed, such as a directory's time, comes with the last. */
    private int owner(TreePath path) {
        return owners.getOrDefault(path, dealt.size() - 1);
    }

    /**
     * Hard links are known by inode numbers, which are used again: in a tree made of older and newer files the same
     * number may mean two different files, and a restore would take the one for the other.
     */
    private static Change unlinked(Change change) {
        return new Change(change.path(), change.before(), change.after().map(NetChanges::unlinked));
    }

    private static TreeEntry unlinked(TreeEntry entry) {
        return entry instanceof FileEntry file
                ? new FileEntry(
                        file.name(), file.mode(), file.modified(), file.size(), file.content(), OptionalLong.empty())
                : entry;
    }
}

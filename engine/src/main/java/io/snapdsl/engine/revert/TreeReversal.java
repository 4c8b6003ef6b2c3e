package io.snapdsl.engine.revert;

import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.revert.Reversal.Version;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Takes changes of the past back in the tree that is there now, and makes the tree that should be there instead.
 *
 * <p>Each path is decided for itself, three-way: what is there now is compared with what a snapshot left there and with
 * what was there before it. Unchanged since: the earlier state comes back. Already as before: nothing to do. Both
 * changed: files are merged, anything else is a conflict. Several snapshots' changes of one path are taken back newest
 * first; where nothing lay between them they count as one change, so that what nobody else touched never conflicts.
 *
 * <p>Directories have no content of their own: what is in them is decided path by path, and one that came with a
 * reverted change goes when nothing is left in it. Only directories that the reverted snapshots changed are looked at.
 */
final class TreeReversal {
    private final MergedTrees trees;
    private final FileReversal files;
    private final LinkGroups links;
    private final Decisions decisions;
    private final Extent present;

    /** @param present what the tree that is there now knows nothing about */
    TreeReversal(MergedTrees trees, FileReversal files, LinkGroups links, Decisions decisions, Extent present) {
        this.trees = trees;
        this.files = files;
        this.links = links;
        this.decisions = decisions;
        this.present = present;
    }

    /** @param reversals of the root directory, newest first */
    Hash revert(Hash now, List<Reversal> reversals) {
        return content(TreePath.ROOT, reversals, Optional.of(now));
    }

    /** What a directory holds afterwards. */
    private Hash content(TreePath directory, List<Reversal> reversals, Optional<Hash> now) {
        Map<Name, TreeEntry> entries = byName(now);
        Map<Name, List<Reversal>> changed = new TreeMap<>();
        reversals.forEach(reversal -> collectChanges(reversal, changed));
        boolean[] touched = {now.isEmpty()};
        changed.forEach((name, below) -> {
            Optional<TreeEntry> old = Optional.ofNullable(entries.get(name));
            Optional<TreeEntry> result = entry(directory.resolve(name), below, old);
            touched[0] |= !result.equals(old);
            result.ifPresentOrElse(entry -> entries.put(name, entry), () -> entries.remove(name));
        });
        return touched[0] ? trees.add(entries.values()) : now.get();
    }

    private void collectChanges(Reversal reversal, Map<Name, List<Reversal>> changed) {
        Map<Name, TreeEntry> after = byName(reversal.after().directory().map(DirectoryEntry::tree));
        Map<Name, TreeEntry> before = byName(reversal.before().directory().map(DirectoryEntry::tree));
        Stream.concat(after.keySet().stream(), before.keySet().stream())
                .distinct()
                .filter(name -> after.get(name) == null || !after.get(name).equals(before.get(name)))
                .forEach(name -> changed.computeIfAbsent(name, any -> new ArrayList<>())
                        .add(new Reversal(
                                new Version(
                                        Optional.ofNullable(after.get(name)),
                                        reversal.after().past()),
                                new Version(
                                        Optional.ofNullable(before.get(name)),
                                        reversal.before().past()))));
    }

    private Map<Name, TreeEntry> byName(Optional<Hash> tree) {
        Map<Name, TreeEntry> entries = new TreeMap<>();
        trees.entries(tree).forEach(entry -> entries.put(entry.name(), entry));
        return entries;
    }

    /** What is at a path afterwards. */
    Optional<TreeEntry> entry(TreePath path, List<Reversal> reversals, Optional<TreeEntry> now) {
        List<Reversal> known = reversals.stream()
                .filter(reversal -> isKnown(path, reversal, now))
                .toList();
        boolean directories = isDirectoryOrNothing(now) && known.stream().allMatch(TreeReversal::isOfDirectoriesOnly);
        List<Reversal> wanted = directories ? known : joined(known);
        if (wanted.isEmpty() || isLeftOut(path, wanted, now)) {
            return now;
        }
        Optional<Problem> unreadable = present.problem(path);
        if (unreadable.isPresent()) {
            decisions.conflict(path, "can't be saved first: " + unreadable.get().clause());
            return now;
        }
        if (directories) {
            return directory(path, wanted, now);
        }
        Optional<TreeEntry> result = now;
        for (Reversal reversal : wanted) {
            result = takeBack(path, reversal, result);
        }
        files.next();
        return result;
    }

    /** That a snapshot lacks a path means nothing if it left the path out. */
    private boolean isKnown(TreePath path, Reversal reversal, Optional<TreeEntry> now) {
        Optional<String> unknown = Stream.of(reversal.after(), reversal.before())
                .filter(version -> version.entry().isEmpty())
                .flatMap(version -> version.past().ignorance(path, reversal.isOfDirectory()).stream())
                .findFirst();
        if (unknown.isPresent() && !trees.same(now, reversal.before().entry())) {
            decisions.leaveAlone(path, unknown.get());
        }
        return unknown.isEmpty();
    }

    /** What today's rules leave out is none of our business, even if an old snapshot holds it. */
    private boolean isLeftOut(TreePath path, List<Reversal> reversals, Optional<TreeEntry> now) {
        boolean directory = now.map(DirectoryEntry.class::isInstance)
                .orElseGet(() -> reversals.get(0).isOfDirectory());
        var rule = present.leftOutBy(path, directory);
        rule.ifPresent(found -> decisions.leaveAlone(path, "is left out by " + found.text()));
        return rule.isPresent();
    }

    /** Changes with nothing between them are one change; and a change and its opposite are none. */
    private List<Reversal> joined(List<Reversal> reversals) {
        List<Reversal> result = new ArrayList<>();
        for (Reversal older : reversals) {
            int last = result.size() - 1;
            boolean joins = last >= 0
                    && trees.same(
                            result.get(last).before().entry(), older.after().entry());
            Reversal next = joins ? result.remove(last).joinedWith(older) : older;
            result.add(next);
        }
        result.removeIf(reversal ->
                trees.same(reversal.after().entry(), reversal.before().entry()));
        return result;
    }

    private Optional<TreeEntry> takeBack(TreePath path, Reversal reversal, Optional<TreeEntry> now) {
        Optional<TreeEntry> after = reversal.after().entry();
        Optional<TreeEntry> before = reversal.before().entry();
        if (trees.same(now, before)) {
            return now;
        }
        if (trees.same(now, after)) {
            return broughtBack(path, reversal.before());
        }
        if (isDirectoryOrNothing(now) && isOfDirectoriesOnly(reversal)) {
            return directory(path, List.of(reversal), now);
        }
        String origin = reversal.before().past().snapshot().id().shortHex();
        Optional<FileEntry> file = now.filter(FileEntry.class::isInstance).map(FileEntry.class::cast);
        if (file.isPresent() && reversal.after().isFile() && reversal.before().isFile()) {
            return Optional.of(files.revert(
                    path,
                    reversal.after().file().get(),
                    reversal.before().file().get(),
                    file.get(),
                    origin));
        }
        if (decisions.takesTheirs(path, Changed.since(after, before, now))) {
            return broughtBack(path, reversal.before());
        }
        if (decisions.wantsMarkers() && file.isPresent() && reversal.before().isFile()) {
            return files.withMarkers(reversal.before().file().get(), file.get(), origin)
                    .map(TreeEntry.class::cast)
                    .or(() -> now);
        }
        return now;
    }

    private Optional<TreeEntry> broughtBack(TreePath path, Version before) {
        if (before.directory().isPresent()) {
            Reversal creation = new Reversal(new Version(Optional.empty(), before.past()), before);
            return directory(path, List.of(creation), Optional.empty());
        }
        return before.file()
                .<TreeEntry>map(file -> new FileEntry(
                        file.name(),
                        file.mode(),
                        file.modified(),
                        file.size(),
                        file.content(),
                        links.of(file, file.content())))
                .or(before::entry);
    }

    private Optional<TreeEntry> directory(TreePath path, List<Reversal> reversals, Optional<TreeEntry> now) {
        Optional<DirectoryEntry> own = now.map(DirectoryEntry.class::cast);
        DirectoryReversal itself = new DirectoryReversal(path, reversals, own, decisions);
        return itself.with(content(path, reversals, own.map(DirectoryEntry::tree)));
    }

    private static boolean isOfDirectoriesOnly(Reversal reversal) {
        return reversal.after().isDirectoryOrNothing() && reversal.before().isDirectoryOrNothing();
    }

    private static boolean isDirectoryOrNothing(Optional<TreeEntry> entry) {
        return entry.isEmpty() || entry.get() instanceof DirectoryEntry;
    }
}

package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.DirectoryListing.Scanned;
import io.snapdsl.engine.capture.DirectoryListing.Subdirectory;
import io.snapdsl.engine.capture.StatCache.Remembered;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Brings a workspace's tree up to date by looking only where something happened. Directories in which something did are
 * listed again; those above them get their new trees; all others are as the last capture remembered them.
 */
final class Rescan {
    private final Scanning scanning;
    private final Survey survey;
    private final WorkspaceScanner scanner;
    /** Where something happened, with the names that came or went. */
    private final Map<TreePath, Set<Name>> changed = new HashMap<>();
    /** Those, and all above them. */
    private final Set<TreePath> affected = new HashSet<>();

    Rescan(Scanning scanning, Survey survey, Map<TreePath, Set<Name>> noticed) {
        this.scanning = scanning;
        this.survey = survey;
        this.scanner = new WorkspaceScanner(scanning);
        noticed.forEach(this::addChanged);
    }

    private void addChanged(TreePath path, Set<Name> names) {
        TreePath known = path;
        Set<Name> replaced = names;
        while (!survey.knows(known) && !known.isRoot()) {
            replaced = Set.of(known.name());
            known = known.parent().orElseThrow();
        }
        changed.computeIfAbsent(known, any -> new HashSet<>()).addAll(replaced);
        Optional<TreePath> above = Optional.of(known);
        while (above.isPresent() && affected.add(above.get())) {
            above = above.get().parent();
        }
    }

    /** The root's tree; empty when only a scan of everything can tell. */
    Optional<Hash> run() throws IOException {
        survey.begin();
        Subdirectory root = new Subdirectory(scanning.workspace(), TreePath.ROOT, FileStat.of(scanning.workspace()));
        Optional<Hash> tree = affected.isEmpty()
                ? scanning.cache().load(TreePath.ROOT).usableHash()
                : visit(root).map(Scanned::tree);
        // No notification tells the other directories that hold a name of the same file.
        return survey.touchesHardLinks() ? Optional.empty() : tree;
    }

    /** Empty when the directory has vanished or can't be listed. */
    private Optional<Scanned> visit(Subdirectory place) {
        Optional<Scanned> patched = changed.containsKey(place.path()) ? Optional.empty() : patch(place);
        return patched.isPresent() ? patched : list(place);
    }

    private Optional<Scanned> list(Subdirectory place) {
        Optional<DirectoryListing> found = DirectoryListing.of(place, scanning);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        DirectoryListing listing = found.get();
        changed.getOrDefault(place.path(), Set.of())
                .forEach(name -> survey.forget(place.path().resolve(name)));
        listing.vanished().forEach(survey::forget);
        for (Subdirectory below : listing.subdirectories()) {
            scanned(below, listing.remembered()).ifPresent(listing::add);
        }
        return Optional.of(listing.store());
    }

    private Optional<Scanned> scanned(Subdirectory place, Remembered parent) {
        if (!survey.knows(place.path())) {
            return scanner.scan(place);
        }
        if (affected.contains(place.path())) {
            return visit(place);
        }
        return parent.subtree(place.path().name()).map(place::as).or(() -> scanner.scan(place));
    }

    /** For a directory in which nothing happened itself; empty when that is not enough to know what it holds. */
    private Optional<Scanned> patch(Subdirectory place) {
        Remembered remembered = scanning.cache().load(place.path());
        if (!remembered.isUsable()) {
            return Optional.empty();
        }
        List<TreeEntry> entries = new ArrayList<>();
        for (TreeEntry entry : remembered.listed()) {
            TreePath path = place.path().resolve(entry.name());
            if (!affected.contains(path)) {
                entries.add(entry);
                continue;
            }
            Optional<TreeEntry> now = patched(path);
            if (now.isEmpty()) {
                return Optional.empty();
            }
            entries.add(now.get());
        }
        Tree tree = Tree.sorted(entries);
        Hash hash = scanning.content().addObject(tree.encode());
        scanning.content()
                .remember(
                        scanning.cache().remember(place.path(), hash, tree, remembered, Map.of(), remembered.exempt()));
        return Optional.of(place.as(hash));
    }

    private Optional<TreeEntry> patched(TreePath path) {
        try {
            FileStat stat = FileStat.of(NativePaths.resolve(scanning.workspace(), path));
            Subdirectory place = new Subdirectory(NativePaths.resolve(scanning.workspace(), path), path, stat);
            return stat.isDirectory() ? visit(place).map(Scanned::entry) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // It has gone meanwhile; the directory above is listed to see what is there.
        }
    }
}

package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.FileCapture.Captured;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.capture.StatCache.Remembered;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.files.PartialFiles;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one directory turns out to hold: its files are read, unless the stat cache vouches for them; its subdirectories
 * are named, for the caller to go on with and {@link #add}; then its tree can be stored.
 */
final class DirectoryListing {
    /** A directory that was found. */
    record Subdirectory(Path directory, TreePath path, FileStat stat) {
        /** As it is now, if it is watched from now on: what happened to it since it was found, nobody noticed. */
        Subdirectory entered(Findings findings) throws IOException {
            boolean watched = findings.entering(path, directory);
            return watched ? new Subdirectory(directory, path, FileStat.of(directory)) : this;
        }

        Scanned as(Hash tree) {
            return new Scanned(this, tree);
        }
    }

    /** A directory whose tree has been stored. */
    record Scanned(Subdirectory place, Hash tree) {
        DirectoryEntry entry() {
            return new DirectoryEntry(place.path.name(), place.stat.mode(), place.stat.modified(), tree);
        }
    }

    private final Scanning scanning;
    private final Subdirectory place;
    private final TreePath path;
    private final Remembered remembered;
    private final Account account = new Account();
    private final List<TreeEntry> entries = new ArrayList<>();
    private final Map<Name, FileStat> stats = new HashMap<>();
    private final Set<Name> exempt = new HashSet<>();
    private final List<Subdirectory> subdirectories = new ArrayList<>();
    private int unchanged;

    private DirectoryListing(Scanning scanning, Subdirectory place) {
        this.scanning = scanning;
        this.place = place;
        this.path = place.path;
        this.remembered = scanning.cache().load(path);
    }

    /** Empty when the directory has vanished or can't be listed. */
    static Optional<DirectoryListing> of(Subdirectory found, Scanning scanning) {
        Account nothing = new Account();
        try {
            DirectoryListing listing = new DirectoryListing(scanning, found.entered(scanning.findings()));
            try (DirectoryStream<Path> children = Files.newDirectoryStream(found.directory)) {
                children.forEach(listing::visit);
            }
            scanning.progress().advance(listing.entries.size(), 0);
            return Optional.of(listing);
        } catch (NoSuchFileException | NotDirectoryException e) {
            // It is not part of this snapshot.
            scanning.findings().found(found.path, nothing);
        } catch (DirectoryIteratorException e) {
            nothing.report(unreadable(found.path, e.getCause()));
            scanning.findings().found(found.path, nothing);
        } catch (IOException e) {
            nothing.report(unreadable(found.path, e));
            scanning.findings().found(found.path, nothing);
        }
        return Optional.empty();
    }

    private static Problem unreadable(TreePath path, IOException e) {
        return new Problem(path, Problem.Kind.UNREADABLE, IoErrors.describe(e));
    }

    List<Subdirectory> subdirectories() {
        return subdirectories;
    }

    /** What was remembered of the directory before it was listed now. */
    Remembered remembered() {
        return remembered;
    }

    /** Subdirectories that were remembered and are no more. */
    List<TreePath> vanished() {
        Set<TreePath> present = subdirectories.stream().map(Subdirectory::path).collect(Collectors.toSet());
        return remembered.listed().stream()
                .filter(DirectoryEntry.class::isInstance)
                .map(entry -> path.resolve(entry.name()))
                .filter(known -> !present.contains(known))
                .toList();
    }

    /** A subdirectory whose tree has been stored. */
    void add(Scanned subdirectory) {
        account.countDirectory();
        addEntry(subdirectory.entry());
    }

    Scanned store() {
        if (remembered.hardLinks() > account.hardLinks()) {
            account.touchHardLinks();
        }
        scanning.findings().found(path, account);
        if (remembered.isAllOf(unchanged, entries.size())) {
            return place.as(remembered.hash().get());
        }
        Tree tree = Tree.sorted(entries);
        Hash hash = scanning.content().addObject(tree.encode());
        scanning.content().remember(scanning.cache().remember(path, hash, tree, remembered, stats, exempt));
        return place.as(hash);
    }

    private void visit(Path child) {
        Name name = NativePaths.name(child);
        try {
            FileStat found = FileStat.of(child);
            if (remembered.passedRules(name, found.isDirectory()) || !isLeftOut(name, found)) {
                add(child, name, found);
            }
        } catch (NoSuchFileException e) {
            // It was deleted since the directory was listed: then it is not part of this snapshot.
            return;
        } catch (IOException e) {
            account.report(unreadable(path.resolve(name), e));
        }
    }

    private boolean isLeftOut(Name name, FileStat found) {
        TreePath childPath = path.resolve(name);
        if (PartialFiles.isPartial(name)) {
            if ((found.isRegularFile() || found.isSymbolicLink()) && !PartialFiles.isBeingWritten(name)) {
                scanning.leftovers().add(childPath);
            }
            return true;
        }
        Optional<Rule> rule = scanning.rules().match(childPath, found.isDirectory());
        if (rule.isEmpty()) {
            return false;
        }
        if (scanning.alwaysCapture().test(childPath)) {
            exempt.add(name);
            return false;
        }
        account.leaveOut(rule.get());
        return true;
    }

    private void add(Path child, Name name, FileStat found) throws IOException {
        if (found.isDirectory()) {
            subdirectories.add(new Subdirectory(child, path.resolve(name), found));
        } else if (found.isSymbolicLink()) {
            addEntry(new SymlinkEntry(name, NativePaths.linkTarget(Files.readSymbolicLink(child))));
            account.countLink();
        } else if (found.isRegularFile()) {
            addFile(child, name, found);
        } else {
            report(name, Problem.Kind.SPECIAL, "is a " + found.kind());
        }
    }

    private void addFile(Path child, Name name, FileStat found) throws IOException {
        Optional<FileEntry> known = remembered.unchanged(name, found);
        FileEntry entry;
        if (known.isPresent()) {
            entry = known.get();
            unchanged++;
        } else {
            entry = read(child, name, found);
        }
        entries.add(entry);
        account.countFile(entry.size());
        if (entry.linkGroup().isPresent()) {
            account.countHardLink();
            if (known.isEmpty()) {
                account.touchHardLinks();
            }
        }
    }

    private void addEntry(TreeEntry entry) {
        if (remembered.holds(entry)) {
            unchanged++;
        }
        entries.add(entry);
    }

    private FileEntry read(Path child, Name name, FileStat before) throws IOException {
        Captured captured = new FileCapture(scanning.content()).capture(child, before);
        FileStat seen = captured.stat();
        if (captured.stable()) {
            stats.put(name, seen);
        } else {
            report(name, Problem.Kind.UNSTABLE, "kept changing while it was read");
        }
        scanning.progress().advance(0, captured.file().size());
        OptionalLong links = seen.links() > 1 ? OptionalLong.of(seen.identity()) : OptionalLong.empty();
        return new FileEntry(
                name,
                seen.mode(),
                seen.modified(),
                captured.file().size(),
                captured.file().content(),
                links);
    }

    private void report(Name name, Problem.Kind kind, String reason) {
        account.report(new Problem(path.resolve(name), kind, reason));
    }
}

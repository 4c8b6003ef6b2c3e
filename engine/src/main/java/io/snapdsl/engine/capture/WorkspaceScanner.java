package io.snapdsl.engine.capture;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Coverage.LeftOut;
import io.snapdsl.engine.capture.Coverage.Problem;
import io.snapdsl.engine.capture.FileCapture.Captured;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.capture.StatCache.Remembered;
import io.snapdsl.engine.content.ContentWriter;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Turns a directory on disk into a tree in the store. Each directory is a task: list, stat, read what the stat cache
 * can't vouch for, wait for the subdirectories, then store the directory's own tree. Only directories on the way down
 * are in memory, so it does not matter how large the workspace is.
 */
final class WorkspaceScanner {
    /** @param leftovers files that a killed restore was writing */
    record Scan(Hash root, Coverage coverage, List<TreePath> leftovers) {}

    private final Path workspace;
    private final IgnoreRules rules;
    private final Predicate<TreePath> alwaysCapture;
    private final StatCache cache;
    private final ContentWriter content;
    private final FileCapture files;
    private final Progress progress;

    private final Map<Rule, LongAdder> leftOut = new ConcurrentHashMap<>();
    private final Queue<Problem> problems = new ConcurrentLinkedQueue<>();
    private final Queue<TreePath> leftovers = new ConcurrentLinkedQueue<>();
    private final LongAdder fileCount = new LongAdder();
    private final LongAdder directoryCount = new LongAdder();
    private final LongAdder linkCount = new LongAdder();
    private final LongAdder byteCount = new LongAdder();

    /** @param alwaysCapture paths that are captured whatever the rules say */
    WorkspaceScanner(
            Path workspace,
            IgnoreRules rules,
            Predicate<TreePath> alwaysCapture,
            StatCache cache,
            ContentWriter content,
            Progress progress) {
        this.workspace = workspace;
        this.rules = rules;
        this.alwaysCapture = alwaysCapture;
        this.cache = cache;
        this.content = content;
        this.files = new FileCapture(content);
        this.progress = progress;
    }

    Scan scan() throws IOException {
        // The root must be readable; anything below that isn't becomes a reported problem.
        try (DirectoryStream<Path> probe = Files.newDirectoryStream(workspace)) {
            probe.iterator().hasNext();
        }
        ForkJoinPool pool = new ForkJoinPool(Runtime.getRuntime().availableProcessors());
        try {
            Hash root = pool.invoke(new DirectoryScan(workspace, TreePath.ROOT, FileStat.of(workspace)))
                    .orElseGet(this::emptyTree);
            return new Scan(root, coverage(), List.copyOf(leftovers));
        } finally {
            pool.shutdownNow();
        }
    }

    private Hash emptyTree() {
        return content.addObject(Tree.EMPTY.encode());
    }

    private Coverage coverage() {
        List<LeftOut> perRule = new ArrayList<>();
        for (Rule rule : rules.rules()) {
            LongAdder count = leftOut.remove(rule);
            perRule.add(new LeftOut(rule, count == null ? 0 : count.sum()));
        }
        leftOut.forEach((rule, count) -> perRule.add(new LeftOut(rule, count.sum())));
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparing(Problem::path));
        return new Coverage(
                new Coverage.Totals(fileCount.sum(), directoryCount.sum(), linkCount.sum(), byteCount.sum()),
                perRule,
                sorted);
    }

    private void report(TreePath path, Problem.Kind kind, String reason) {
        problems.add(new Problem(path, kind, reason));
    }

    private void reportUnreadable(TreePath path, IOException e) {
        report(path, Problem.Kind.UNREADABLE, IoErrors.describe(e));
    }

    /** One directory; no tree when it has vanished or can't be listed. */
    private final class DirectoryScan extends RecursiveTask<Optional<Hash>> {
        private static final long serialVersionUID = 1L;

        private final transient Path directory;
        private final transient TreePath path;
        private final transient FileStat stat;

        DirectoryScan(Path directory, TreePath path, FileStat stat) {
            this.directory = directory;
            this.path = path;
            this.stat = stat;
        }

        @Override
        protected Optional<Hash> compute() {
            Listing listing = new Listing(path);
            try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
                for (Path child : children) {
                    listing.visit(child);
                }
            } catch (NoSuchFileException | NotDirectoryException e) {
                return Optional.empty();
            } catch (DirectoryIteratorException e) {
                reportUnreadable(path, e.getCause());
                return Optional.empty();
            } catch (IOException e) {
                reportUnreadable(path, e);
                return Optional.empty();
            }
            progress.advance(listing.entries.size(), 0);
            for (DirectoryScan subdirectory : invokeAll(listing.subdirectories)) {
                subdirectory.join().ifPresent(tree -> listing.add(subdirectory.entry(tree)));
            }
            return Optional.of(listing.store());
        }

        private DirectoryEntry entry(Hash tree) {
            directoryCount.increment();
            return new DirectoryEntry(path.name(), stat.mode(), stat.modified(), tree);
        }
    }

    /** What a directory turns out to hold. Apart from its scan, which its parent's scan keeps until that ends. */
    private final class Listing {
        private final TreePath path;
        private final Remembered remembered;
        private final List<TreeEntry> entries = new ArrayList<>();
        private final Map<Name, FileStat> stats = new HashMap<>();
        private final Set<Name> exempt = new HashSet<>();
        private final List<DirectoryScan> subdirectories = new ArrayList<>();
        private int unchanged;

        Listing(TreePath path) {
            this.path = path;
            this.remembered = cache.load(path);
        }

        private Hash store() {
            if (remembered.isAllOf(unchanged, entries.size())) {
                return remembered.hash().get();
            }
            Tree tree = Tree.sorted(entries);
            Hash hash = content.addObject(tree.encode());
            content.remember(cache.remember(path, hash, tree, remembered, stats, exempt));
            return hash;
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
                reportUnreadable(path.resolve(name), e);
            }
        }

        private boolean isLeftOut(Name name, FileStat found) {
            TreePath childPath = path.resolve(name);
            if (PartialFiles.isPartial(name)) {
                if ((found.isRegularFile() || found.isSymbolicLink()) && !PartialFiles.isBeingWritten(name)) {
                    leftovers.add(childPath);
                }
                return true;
            }
            Optional<Rule> rule = rules.match(childPath, found.isDirectory());
            if (rule.isEmpty()) {
                return false;
            }
            if (alwaysCapture.test(childPath)) {
                exempt.add(name);
                return false;
            }
            leftOut.computeIfAbsent(rule.get(), any -> new LongAdder()).increment();
            return true;
        }

        private void add(Path child, Name name, FileStat found) throws IOException {
            if (found.isDirectory()) {
                subdirectories.add(new DirectoryScan(child, path.resolve(name), found));
            } else if (found.isSymbolicLink()) {
                add(new SymlinkEntry(name, NativePaths.linkTarget(Files.readSymbolicLink(child))));
                linkCount.increment();
            } else if (found.isRegularFile()) {
                addFile(child, name, found);
            } else {
                report(path.resolve(name), Problem.Kind.SPECIAL, "is a " + found.kind());
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
            fileCount.increment();
            byteCount.add(entry.size());
        }

        /** A directory or a link. */
        private void add(TreeEntry entry) {
            if (remembered.holds(entry)) {
                unchanged++;
            }
            entries.add(entry);
        }

        private FileEntry read(Path child, Name name, FileStat before) throws IOException {
            Captured captured = files.capture(child, before);
            FileStat seen = captured.stat();
            if (captured.stable()) {
                stats.put(name, seen);
            } else {
                report(path.resolve(name), Problem.Kind.UNSTABLE, "kept changing while it was read");
            }
            progress.advance(0, captured.file().size());
            OptionalLong links = seen.links() > 1 ? OptionalLong.of(seen.identity()) : OptionalLong.empty();
            return new FileEntry(
                    name,
                    seen.mode(),
                    seen.modified(),
                    captured.file().size(),
                    captured.file().content(),
                    links);
        }
    }
}

package io.snapdsl.engine.archive;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Coverage.Totals;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.Owner;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SpecialEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Stores the directory that an archive holds. An archive is walked once, so only the directories on the way to the
 * present file are in memory, whatever the volume's size: a directory is stored as soon as something outside of it
 * comes, and may not come again. Hard links are told apart at the end, when what they link to is stored.
 */
public final class TreeFromTar {
    /** @param root the archived directory itself */
    public record Stored(DirectoryEntry root, Totals totals) {}

    private static final TarHeader NO_ROOT = new TarHeader(
            TarHeader.Type.DIRECTORY,
            new byte[0],
            0755,
            new Owner(0, 0, List.of()),
            Instant.EPOCH,
            0,
            new byte[0],
            0,
            0);

    private record HardLink(TreePath path, TreePath target) {}

    private static final class OpenDirectory {
        private final TreePath path;
        private final TarHeader header;
        private final List<CompletableFuture<TreeEntry>> entries = new ArrayList<>();

        OpenDirectory(TreePath path, TarHeader header) {
            this.path = path;
            this.header = header;
        }
    }

    private final ContentStore store;
    private final Progress progress;
    private final UnaryOperator<Instant> times;

    public TreeFromTar(ContentStore store, Progress progress) {
        this(store, progress, UnaryOperator.identity());
    }

    /** @param times what of a time of change is kept */
    public TreeFromTar(ContentStore store, Progress progress, UnaryOperator<Instant> times) {
        this.store = store;
        this.progress = progress;
        this.times = times;
    }

    /** @param in an archive of one directory, whose name begins every path in it */
    public Stored directory(InputStream in) throws IOException {
        return store(in, true);
    }

    /** @param in an archive of anything, which is stored as if it lay in one directory */
    public Stored files(InputStream in) throws IOException {
        return store(in, false);
    }

    private Stored store(InputStream in, boolean hasRoot) throws IOException {
        Reading reading;
        try (ContentWriter writer = new ContentWriter(store);
                StreamedContent content = new StreamedContent(writer)) {
            reading = new Reading(writer, content);
            reading.read(new TarReader(in), hasRoot);
            writer.finish();
        } catch (DamagedContentException e) {
            // Said of a tree that can't be; but no tree of the store is at fault.
            throw new IOException("the archive is malformed: " + e.getMessage(), e);
        }
        DirectoryEntry root = reading.links.isEmpty() ? reading.root : linked(reading.root, reading.links);
        return new Stored(root, new Totals(reading.files, reading.directories, reading.symlinks, reading.bytes));
    }

    private DirectoryEntry linked(DirectoryEntry root, List<HardLink> links) throws IOException {
        TreeReader trees = new TreeReader(new ContentReader(store));
        List<Change> changes = new ArrayList<>();
        Set<TreePath> taken = new HashSet<>();
        for (HardLink link : links) {
            if (!taken.add(link.path) || trees.find(root.tree(), link.path).isPresent()) {
                throw new IOException("the archive has " + link.path + " twice");
            }
            TreeEntry target = trees.find(root.tree(), link.target)
                    .filter(entry -> !(entry instanceof DirectoryEntry))
                    .orElseThrow(() -> new IOException("the archive has " + link.path + " as a hard link to "
                            + link.target + ", which it doesn't have"));
            TreeEntry first = linked(target, target.name(), group(link.target));
            TreeEntry second = linked(target, link.path.name(), group(link.target));
            changes.add(new Change(link.target, Optional.of(target), Optional.of(first)));
            changes.add(new Change(link.path, Optional.empty(), Optional.of(second)));
        }
        try (ContentWriter writer = new ContentWriter(store)) {
            Hash tree = new TreeEditor(trees, writer).apply(root.tree(), changes);
            writer.finish();
            return new DirectoryEntry(root.name(), root.mode(), root.modified(), tree, root.owner());
        }
    }

    /** Of what is no file with content, two that are alike are as good as one with two names. */
    private static TreeEntry linked(TreeEntry target, Name name, long group) {
        if (target instanceof SymlinkEntry link) {
            return new SymlinkEntry(name, link.target(), link.modified(), link.owner());
        }
        if (target instanceof SpecialEntry it) {
            return new SpecialEntry(name, it.kind(), it.mode(), it.modified(), it.major(), it.minor(), it.owner());
        }
        FileEntry file = (FileEntry) target;
        return new FileEntry(
                name, file.mode(), file.modified(), file.size(), file.content(), OptionalLong.of(group), file.owner());
    }

    /** By the path, not by counting: what is unchanged has to come out the same each time. */
    private static long group(TreePath target) {
        return Long.parseUnsignedLong(Hash.of(target.bytes()).hex().substring(0, 15), 16);
    }

    private final class Reading {
        private final ContentWriter writer;
        private final StreamedContent content;
        private final Deque<OpenDirectory> open = new ArrayDeque<>();
        private final List<HardLink> links = new ArrayList<>();
        private byte[] base = new byte[0];
        private DirectoryEntry root;
        private long files;
        private long directories;
        private long symlinks;
        private long bytes;

        Reading(ContentWriter writer, StreamedContent content) {
            this.writer = writer;
            this.content = content;
        }

        void read(TarReader tar, boolean hasRoot) throws IOException {
            TarHeader first = hasRoot ? directory(tar.next()) : NO_ROOT;
            base = first.path();
            open.push(new OpenDirectory(TreePath.ROOT, first));
            for (Optional<TarHeader> next = tar.next(); next.isPresent(); next = tar.next()) {
                add(next.get(), tar);
            }
            while (open.size() > 1) {
                closeDirectory();
            }
            root = directory(open.pop(), Name.of("root"));
        }

        private static TarHeader directory(Optional<TarHeader> first) throws IOException {
            return first.filter(header -> header.type() == TarHeader.Type.DIRECTORY)
                    .orElseThrow(() -> new IOException("the archive is not one of a directory"));
        }

        private void add(TarHeader header, TarReader tar) throws IOException {
            TreePath path = inside(header.path());
            TreePath parent = path.parent().orElseThrow(() -> new IOException("the archive has its root twice"));
            while (!open.peek().path.equals(parent)) {
                if (open.size() == 1) {
                    throw new IOException("the archive has " + path + " where it does not belong");
                }
                closeDirectory();
            }
            progress.advance(1, header.size());
            switch (header.type()) {
                case DIRECTORY -> {
                    directories++;
                    open.push(new OpenDirectory(path, header));
                }
                case HARD_LINK -> {
                    files++;
                    links.add(new HardLink(path, inside(header.link())));
                }
                case FILE -> {
                    files++;
                    bytes += header.size();
                    CompletableFuture<Content> stored = content.store(tar.content(), header.size());
                    open.peek().entries.add(stored.thenApply(held -> file(header, path.name(), held)));
                }
                case SYMLINK -> {
                    symlinks++;
                    put(new SymlinkEntry(
                            path.name(), header.link(), Optional.of(modified(header)), Optional.of(header.owner())));
                }
                default -> {
                    files++;
                    put(special(header, path.name()));
                }
            }
        }

        private void put(TreeEntry entry) {
            open.peek().entries.add(CompletableFuture.completedFuture(entry));
        }

        private void closeDirectory() {
            OpenDirectory closed = open.pop();
            put(directory(closed, closed.path.name()));
        }

        private DirectoryEntry directory(OpenDirectory directory, Name name) {
            List<TreeEntry> entries =
                    directory.entries.stream().map(StreamedContent::await).toList();
            Hash tree = writer.addObject(Tree.sorted(entries).encode());
            TarHeader header = directory.header;
            return new DirectoryEntry(name, header.mode(), modified(header), tree, Optional.of(header.owner()));
        }

        private TreePath inside(byte[] path) throws IOException {
            if (base.length == 0) {
                return TreePath.of(path);
            }
            boolean isBelow = path.length > base.length
                    && path[base.length] == '/'
                    && Arrays.equals(path, 0, base.length, base, 0, base.length);
            if (!isBelow) {
                throw new IOException("the archive has " + ByteText.display(path) + " outside of its directory");
            }
            return TreePath.of(Arrays.copyOfRange(path, base.length + 1, path.length));
        }
    }

    private Instant modified(TarHeader header) {
        return times.apply(header.modified());
    }

    private FileEntry file(TarHeader header, Name name, Content content) {
        return new FileEntry(
                name,
                header.mode(),
                modified(header),
                header.size(),
                content,
                OptionalLong.empty(),
                Optional.of(header.owner()));
    }

    private SpecialEntry special(TarHeader header, Name name) {
        SpecialEntry.Kind kind = switch (header.type()) {
            case PIPE -> SpecialEntry.Kind.PIPE;
            case CHARACTER_DEVICE -> SpecialEntry.Kind.CHARACTER_DEVICE;
            default -> SpecialEntry.Kind.BLOCK_DEVICE;
        };
        return new SpecialEntry(
                name,
                kind,
                header.mode(),
                modified(header),
                header.major(),
                header.minor(),
                Optional.of(header.owner()));
    }
}

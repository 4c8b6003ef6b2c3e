package io.snapdsl.engine.archive;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Owner;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SpecialEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Writes a stored directory as an archive: what {@link TreeFromTar} reads, it writes back the same. */
public final class TarFromTree {
    private static final byte[] NO_LINK = {};
    private static final Owner ROOT = new Owner(0, 0, List.of());
    private static final int BUFFER = 1 << 18;

    private final ContentReader content;
    private final TreeReader trees;

    public TarFromTree(ContentReader content) {
        this.content = content;
        this.trees = new TreeReader(content);
    }

    /** An archive of one file, in which nothing is. */
    public static void writeEmptyFile(String name, OutputStream out) throws IOException {
        TarWriter tar = new TarWriter(out);
        tar.begin(
                new TarHeader(TarHeader.Type.FILE, ByteText.encode(name), 0600, ROOT, Instant.EPOCH, 0, NO_LINK, 0, 0));
        tar.end();
    }

    /** @param name what the directory is called in the archive; empty: only what is in it is written */
    public void write(DirectoryEntry directory, String name, OutputStream out) throws IOException {
        write(directory, name, path -> true, out);
    }

    /** @param wanted which paths below the directory to write; the directories on the way to them are written too */
    public void write(DirectoryEntry directory, String name, Predicate<TreePath> wanted, OutputStream out)
            throws IOException {
        OutputStream buffered = new BufferedOutputStream(out, BUFFER);
        TarWriter tar = new TarWriter(buffered);
        new Writing(tar, ByteText.encode(name), wanted).directory(directory, TreePath.ROOT);
        tar.end();
    }

    private final class Writing {
        private final TarWriter tar;
        private final byte[] base;
        private final Predicate<TreePath> wanted;
        private final Map<Long, byte[]> linked = new HashMap<>();

        Writing(TarWriter tar, byte[] base, Predicate<TreePath> wanted) {
            this.tar = tar;
            this.base = base;
            this.wanted = wanted;
        }

        void directory(DirectoryEntry directory, TreePath path) throws IOException {
            if (full(path).length > 0) {
                tar.begin(header(TarHeader.Type.DIRECTORY, directory, path, directory.modified(), 0, NO_LINK, 0, 0));
            }
            children(directory.tree(), path);
        }

        private void children(Hash tree, TreePath at) throws IOException {
            for (TreeEntry entry : trees.tree(tree).entries()) {
                TreePath path = at.resolve(entry.name());
                if (!wanted.test(path)) {
                    continue;
                }
                if (entry instanceof DirectoryEntry directory) {
                    directory(directory, path);
                } else if (entry instanceof FileEntry file) {
                    file(file, path);
                } else if (entry instanceof SymlinkEntry link) {
                    Instant modified = link.modified().orElse(Instant.EPOCH);
                    tar.begin(header(TarHeader.Type.SYMLINK, link, path, modified, 0, link.target(), 0, 0));
                } else if (entry instanceof SpecialEntry special) {
                    tar.begin(header(
                            type(special),
                            special,
                            path,
                            special.modified(),
                            0,
                            NO_LINK,
                            special.major(),
                            special.minor()));
                }
            }
        }

        private void file(FileEntry file, TreePath path) throws IOException {
            if (file.linkGroup().isPresent()) {
                byte[] first = linked.putIfAbsent(file.linkGroup().getAsLong(), full(path));
                if (first != null) {
                    tar.begin(header(TarHeader.Type.HARD_LINK, file, path, file.modified(), 0, first, 0, 0));
                    return;
                }
            }
            tar.begin(header(TarHeader.Type.FILE, file, path, file.modified(), file.size(), NO_LINK, 0, 0));
            content.copy(file.content(), tar.content());
        }

        private TarHeader header(
                TarHeader.Type type,
                TreeEntry entry,
                TreePath path,
                Instant modified,
                long size,
                byte[] link,
                int major,
                int minor) {
            Optional<Owner> owner = entry.owner();
            return new TarHeader(
                    type, full(path), entry.mode(), owner.orElse(ROOT), modified, size, link, major, minor);
        }

        private byte[] full(TreePath path) {
            if (path.isRoot()) {
                return base;
            }
            byte[] inside = path.bytes();
            if (base.length == 0) {
                return inside;
            }
            byte[] joined = Arrays.copyOf(base, base.length + 1 + inside.length);
            joined[base.length] = '/';
            System.arraycopy(inside, 0, joined, base.length + 1, inside.length);
            return joined;
        }
    }

    private static TarHeader.Type type(SpecialEntry special) {
        return switch (special.kind()) {
            case PIPE -> TarHeader.Type.PIPE;
            case CHARACTER_DEVICE -> TarHeader.Type.CHARACTER_DEVICE;
            case BLOCK_DEVICE -> TarHeader.Type.BLOCK_DEVICE;
        };
    }
}

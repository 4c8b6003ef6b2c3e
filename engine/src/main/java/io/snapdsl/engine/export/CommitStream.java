package io.snapdsl.engine.export;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.GitNames;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Writes one commit the way {@code git fast-import} reads it. */
final class CommitStream {
    /** What a commit says besides its files. The people are as git writes them, with their times. */
    record Header(String ref, String author, String committer, String message, Optional<String> parent) {
        Header after(Optional<String> commit) {
            return new Header(ref, author, committer, message, commit);
        }
    }

    private static final int OWNER_MAY_EXECUTE = 0100;

    private final ContentReader content;
    private final TreeReader trees;
    private final OutputStream out;
    private long files;
    private long emptyDirectories;
    private long gitEntries;

    CommitStream(ContentReader content, OutputStream out) {
        this.content = content;
        this.trees = new TreeReader(content);
        this.out = out;
    }

    /**
     * @param place where the tree goes in the commit's; what the parent has there is replaced, and what it has
     *     elsewhere stays
     */
    void write(Header header, Hash root, TreePath place) throws IOException {
        line("feature done");
        line("commit " + header.ref);
        line("mark :1");
        line("author " + header.author);
        line("committer " + header.committer);
        data(header.message.getBytes(StandardCharsets.UTF_8));
        if (header.parent.isPresent()) {
            line("from " + header.parent.get());
        }
        line(place.isRoot() ? "deleteall" : "D " + GitNames.quoted("", place));
        directory(root, place);
        line("");
        line("get-mark :1");
        line("done");
    }

    long files() {
        return files;
    }

    long emptyDirectories() {
        return emptyDirectories;
    }

    long gitEntries() {
        return gitEntries;
    }

    private void directory(Hash hash, TreePath at) throws IOException {
        Tree tree = trees.tree(hash);
        if (tree.entries().isEmpty() && !at.isRoot()) {
            emptyDirectories++;
        }
        for (TreeEntry entry : tree.entries()) {
            TreePath path = at.resolve(entry.name());
            if (GitsOwnNames.contains(entry.name())) {
                gitEntries++;
            } else if (entry instanceof DirectoryEntry directory) {
                directory(directory.tree(), path);
            } else if (entry instanceof FileEntry file) {
                file(file, path);
            } else if (entry instanceof SymlinkEntry link) {
                files++;
                line("M 120000 inline " + GitNames.quoted("", path));
                data(link.target());
            }
        }
    }

    private void file(FileEntry file, TreePath path) throws IOException {
        files++;
        boolean executable = (file.mode() & OWNER_MAY_EXECUTE) != 0;
        line("M " + (executable ? "100755" : "100644") + " inline " + GitNames.quoted("", path));
        line("data " + file.size());
        Counted counted = new Counted(out);
        content.copy(file.content(), counted);
        if (counted.count != file.size()) {
            // Git would take what comes next for the rest of the file.
            throw new DamagedContentException(path + " has not the size its directory says");
        }
        line("");
    }

    private void data(byte[] bytes) throws IOException {
        line("data " + bytes.length);
        out.write(bytes);
        line("");
    }

    private void line(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.write('\n');
    }

    private static final class Counted extends FilterOutputStream {
        private long count;

        Counted(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            count += length;
        }
    }
}

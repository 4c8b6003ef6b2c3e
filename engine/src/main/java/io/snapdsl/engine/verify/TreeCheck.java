package io.snapdsl.engine.verify;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ChunkList;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.content.HashSketch;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Set;

/**
 * Follows snapshots down to their chunks. A subtree found clean once is not walked again for the next snapshot that
 * shares it; a damaged one is, since every snapshot it touches is to be named.
 */
final class TreeCheck {
    private final ContentStore content;
    private final ContentReader reader;
    private final TreeReader trees;
    private final Set<Hash> badChunks;
    private final boolean suspicious;
    private final VerifyReport report;
    private final HashSketch clean = new HashSketch();

    /** @param suspicious whether only reading a chunk tells that it is there */
    TreeCheck(
            ContentStore content, ContentReader reader, Set<Hash> badChunks, boolean suspicious, VerifyReport report) {
        this.content = content;
        this.reader = reader;
        this.trees = new TreeReader(reader);
        this.badChunks = badChunks;
        this.suspicious = suspicious;
        this.report = report;
    }

    void check(Snapshot snapshot) {
        Hash coverage = snapshot.facts().coverage();
        if (isDamaged(coverage)) {
            report.damaged(snapshot, TreePath.ROOT, "the account of what it covers is damaged", coverage);
        }
        checkTree(snapshot, TreePath.ROOT, snapshot.root());
    }

    /** What a snapshot changed, preserved when it was merged into another. */
    void checkPatch(Snapshot snapshot, Content patch) {
        if (isDamaged(patch.hash())) {
            report.damaged(snapshot, TreePath.ROOT, "its preserved patch is damaged", patch.hash());
        } else if (patch.split()) {
            checkChunks(snapshot, TreePath.ROOT, patch);
        }
    }

    private boolean checkTree(Snapshot snapshot, TreePath path, Hash hash) {
        if (clean.contains(hash)) {
            return true;
        }
        Tree tree;
        try {
            tree = trees.tree(hash);
        } catch (DamagedContentException | SnapdslException e) {
            report.damaged(snapshot, path, "the directory, with all that is in it, is damaged", hash);
            return false;
        }
        boolean isClean = true;
        for (TreeEntry entry : tree.entries()) {
            TreePath child = path.resolve(entry.name());
            if (entry instanceof DirectoryEntry directory) {
                isClean &= checkTree(snapshot, child, directory.tree());
            } else if (entry instanceof FileEntry file) {
                isClean &= checkFile(snapshot, child, file.content());
            }
        }
        if (isClean) {
            clean.add(hash);
        }
        return isClean;
    }

    private boolean checkFile(Snapshot snapshot, TreePath path, Content file) {
        if (clean.contains(file.hash())) {
            return true;
        }
        if (isDamaged(file.hash())) {
            report.damaged(snapshot, path, "the file is damaged", file.hash());
            return false;
        }
        boolean isClean = !file.split() || checkChunks(snapshot, path, file);
        if (isClean) {
            clean.add(file.hash());
        }
        return isClean;
    }

    private boolean checkChunks(Snapshot snapshot, TreePath path, Content file) {
        boolean isClean = true;
        try {
            for (ChunkList.Chunk chunk : reader.chunks(file)) {
                if (isDamaged(chunk.hash())) {
                    report.damaged(snapshot, path, "a part of the file is damaged", chunk.hash());
                    isClean = false;
                }
            }
        } catch (DamagedContentException | SnapdslException e) {
            report.damaged(snapshot, path, "the file is damaged", file.hash());
            return false;
        }
        return isClean;
    }

    private boolean isDamaged(Hash chunk) {
        try {
            if (suspicious) {
                reader.chunk(chunk);
            }
            return badChunks.contains(chunk)
                    || content.locate(chunk)
                            .filter(location -> content.holds(location.pack()))
                            .isEmpty();
        } catch (SnapdslException | DamagedContentException e) {
            return true;
        }
    }
}

package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.DirectoryListing.Scanned;
import io.snapdsl.engine.capture.DirectoryListing.Subdirectory;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/**
 * Turns a directory on disk into a tree in the store. Each directory is a task: list it, reading what the stat cache
 * can't vouch for, wait for the subdirectories, then store the directory's own tree. Only directories on the way down
 * are in memory, so it does not matter how large the workspace is.
 */
final class WorkspaceScanner {
    private final Scanning scanning;

    WorkspaceScanner(Scanning scanning) {
        this.scanning = scanning;
    }

    /** The whole workspace. Its root must be readable; anything below that isn't becomes a reported problem. */
    Hash scan() throws IOException {
        Path workspace = scanning.workspace();
        try (DirectoryStream<Path> probe = Files.newDirectoryStream(workspace)) {
            probe.iterator().hasNext();
        }
        return scan(new Subdirectory(workspace, TreePath.ROOT, FileStat.of(workspace)))
                .map(Scanned::tree)
                .orElseGet(() -> scanning.content().addObject(Tree.EMPTY.encode()));
    }

    /** One directory with all below it; empty when it has vanished or can't be listed. */
    Optional<Scanned> scan(Subdirectory directory) {
        ForkJoinPool pool = new ForkJoinPool(Runtime.getRuntime().availableProcessors());
        try {
            return pool.invoke(new DirectoryScan(directory));
        } finally {
            pool.shutdownNow();
        }
    }

    private final class DirectoryScan extends RecursiveTask<Optional<Scanned>> {
        private static final long serialVersionUID = 1L;

        private final transient Subdirectory place;

        DirectoryScan(Subdirectory place) {
            this.place = place;
        }

        @Override
        protected Optional<Scanned> compute() {
            Optional<DirectoryListing> found = DirectoryListing.of(place, scanning);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            DirectoryListing listing = found.get();
            List<DirectoryScan> below =
                    listing.subdirectories().stream().map(DirectoryScan::new).toList();
            for (DirectoryScan child : invokeAll(below)) {
                child.join().ifPresent(listing::add);
            }
            return Optional.of(listing.store());
        }
    }
}

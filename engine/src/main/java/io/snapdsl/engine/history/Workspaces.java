package io.snapdsl.engine.history;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Which workspace a directory belongs to. */
public final class Workspaces {
    /** How a workspace came to be known, worth a line to the user when it is not {@link #KNOWN}. */
    public enum Found {
        KNOWN,
        REGISTERED,
        RELINKED
    }

    public record Located(Workspace workspace, Found how) {}

    private final SnapshotStore store;
    private final Path home;

    public Workspaces(SnapshotStore store, Path home) {
        this.store = store;
        this.home = home;
    }

    /** The registered workspace at or nearest above {@code directory}. */
    public Optional<Workspace> around(Path directory) {
        Path real = realDirectory(directory);
        return all().filter(workspace -> real.startsWith(workspace.directory()))
                .max((a, b) -> a.directory().getNameCount() - b.directory().getNameCount());
    }

    public Optional<Workspace> named(String name) {
        return all().filter(workspace -> workspace.name().equals(name)).findFirst();
    }

    /** The workspace whose directory is exactly this one. */
    public Optional<Workspace> at(Path directory) {
        return Files.isDirectory(directory)
                ? all().filter(workspace -> workspace.directory().equals(realDirectory(directory)))
                        .findFirst()
                : Optional.empty();
    }

    /** The workspace that was moved to {@code directory}, if one was; it is known there from now on. */
    public Optional<Workspace> relinkMoved(Path directory) {
        Path real = realDirectory(directory);
        return store.locks().registration().during(() -> relink(real, stat(real).inode()));
    }

    private Optional<Workspace> relink(Path directory, long inode) {
        return movedTo(directory, inode).map(old -> {
            store.catalog().relocate(old.id(), directory, inode);
            return new Workspace(old.id(), old.name(), directory, inode);
        });
    }

    /** The workspace around {@code directory}; if there is none, the directory becomes one. */
    public Located locate(Path directory) {
        Path real = realDirectory(directory);
        Optional<Workspace> known = around(real);
        return known.isPresent() ? new Located(known.get(), Found.KNOWN) : add(real, false);
    }

    /** Makes exactly {@code directory} a workspace, though one above it may be registered too. */
    public Located register(Path directory, boolean force) {
        Path real = realDirectory(directory);
        Optional<Workspace> known = at(real);
        return known.isPresent() ? new Located(known.get(), Found.KNOWN) : add(real, force);
    }

    private Located add(Path directory, boolean force) {
        if (!force) {
            refuseUnsafe(directory);
        }
        return store.locks().registration().during(() -> {
            Optional<Workspace> meanwhile = at(directory);
            if (meanwhile.isPresent()) {
                return new Located(meanwhile.get(), Found.KNOWN);
            }
            long inode = stat(directory).inode();
            Optional<Workspace> moved = relink(directory, inode);
            if (moved.isPresent()) {
                return new Located(moved.get(), Found.RELINKED);
            }
            return new Located(store.catalog().register(nameFor(directory), directory, inode), Found.REGISTERED);
        });
    }

    private void refuseUnsafe(Path directory) {
        boolean root = directory.getNameCount() == 0;
        if (root || directory.equals(home)) {
            throw new SnapdslException(
                    ErrorCode.UNSAFE_WORKSPACE,
                    directory + " is " + (root ? "the whole machine" : "your home directory")
                            + ", and a snapshot of it would take in far more than a project.",
                    "Go to the project's directory; or, if you mean it: snapdsl init --force " + directory);
        }
    }

    /**
     * A directory that was moved keeps its inode number, and its old path is gone. As inode numbers are used again
     * after a deletion, at least one top-level name must be the same too.
     */
    private Optional<Workspace> movedTo(Path directory, long inode) {
        return all().filter(workspace -> workspace.inode() == inode)
                .filter(workspace -> Files.notExists(workspace.directory(), LinkOption.NOFOLLOW_LINKS))
                .filter(workspace -> sharesNames(workspace, directory))
                .findFirst();
    }

    private boolean sharesNames(Workspace workspace, Path directory) {
        TreeReader trees = new TreeReader(new ContentReader(store.content()));
        return store.catalog().head(workspace.id()).filter(head -> !head.isRemoved()).stream()
                .flatMap(head -> trees.tree(head.root()).entries().stream())
                .anyMatch(
                        entry -> Files.exists(NativePaths.resolve(directory, entry.name()), LinkOption.NOFOLLOW_LINKS));
    }

    private Stream<Workspace> all() {
        return store.catalog().subjects().stream()
                .filter(Workspace.class::isInstance)
                .map(Workspace.class::cast);
    }

    private static String nameFor(Path directory) {
        return directory.getNameCount() == 0
                ? "root"
                : NativePaths.name(directory).toString();
    }

    private static Path realDirectory(Path directory) {
        try {
            Path real = directory.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
        } catch (IOException e) {
            throw notADirectory(directory, e);
        }
        throw notADirectory(directory, null);
    }

    private static SnapdslException notADirectory(Path directory, IOException cause) {
        String what = cause == null ? " is a file, not a directory." : " does not exist or can't be reached.";
        return new SnapdslException(
                ErrorCode.NOT_A_DIRECTORY, directory + what, "Name a directory: snapdsl -C DIR …", cause);
    }

    private static FileStat stat(Path directory) {
        try {
            return FileStat.of(directory);
        } catch (IOException e) {
            throw notADirectory(directory, e);
        }
    }
}

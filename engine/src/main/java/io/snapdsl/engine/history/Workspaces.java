package io.snapdsl.engine.history;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Subject.Birth;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
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

    /** Those of another store of the same user. */
    public Workspaces in(SnapshotStore other) {
        return new Workspaces(other, home);
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

    /**
     * The workspace that was exactly here, where nothing is any more: somebody may have deleted it.
     *
     * @throws SnapdslException if there is something else in its place, which nobody may want to lose
     */
    public Optional<Workspace> deletedAt(Path directory) {
        boolean isThere = Files.exists(directory);
        if (Files.isDirectory(directory) || !isThere && !Files.notExists(directory)) {
            return Optional.empty();
        }
        Path place = withoutLinks(directory.toAbsolutePath().normalize());
        Optional<Workspace> known =
                all().filter(workspace -> workspace.directory().equals(place)).findFirst();
        if (isThere && known.isPresent()) {
            String name = known.get().name();
            throw new SnapdslException(
                    ErrorCode.NOT_A_DIRECTORY,
                    "The workspace '" + name + "' was at " + place + ", where a file is now.",
                    "Move the file away; then 'snapdsl restore " + name + "@latest' brings the workspace back.");
        }
        return known;
    }

    /** With what exists of it resolved as the file system does. */
    private static Path withoutLinks(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            return path;
        }
        try {
            return parent.toRealPath().resolve(path.getFileName());
        } catch (IOException e) {
            return withoutLinks(parent).resolve(path.getFileName());
        }
    }

    /**
     * The workspace that was moved to {@code directory} or one above it, if one was; it is known there from now on.
     */
    public Optional<Workspace> relinkMoved(Path directory) {
        for (Path at = realDirectory(directory); at != null; at = at.getParent()) {
            Path place = at;
            // Looked for first: the lock can't be taken where the store can only be read.
            if (movedTo(place).isPresent()) {
                return store.locks().registration().during(() -> relink(place));
            }
        }
        return Optional.empty();
    }

    private Optional<Workspace> relink(Path directory) {
        return movedTo(directory).map(old -> {
            store.subjects().relocate(old.id(), directory);
            return new Workspace(
                    old.id(),
                    old.name(),
                    directory,
                    old.birth(),
                    old.unknownChanges(),
                    old.ignore(),
                    old.hookFailure(),
                    old.consolidateAbove());
        });
    }

    /** The workspace around {@code directory}; if there is none, the directory becomes one. */
    public Located locate(Path directory) {
        Path real = realDirectory(directory);
        return around(real)
                .map(known -> new Located(known, Found.KNOWN))
                .or(() -> relinkMoved(real).map(moved -> new Located(moved, Found.RELINKED)))
                .orElseGet(() -> add(real, nameFor(real), false));
    }

    /** Makes exactly {@code directory} a workspace, though one above it may be registered too. */
    public Located register(Path directory, boolean force) {
        return register(directory, nameFor(realDirectory(directory)), force);
    }

    /** @param name what to call it if it is new */
    public Located register(Path directory, String name, boolean force) {
        Path real = realDirectory(directory);
        Optional<Workspace> known = at(real);
        return known.isPresent() ? new Located(known.get(), Found.KNOWN) : add(real, name, force);
    }

    private Located add(Path directory, String name, boolean force) {
        refuseStore(directory);
        if (!force) {
            refuseUnsafe(directory);
        }
        return store.locks().registration().during(() -> {
            Optional<Workspace> meanwhile = at(directory);
            if (meanwhile.isPresent()) {
                return new Located(meanwhile.get(), Found.KNOWN);
            }
            Optional<Workspace> moved = relink(directory);
            if (moved.isPresent()) {
                return new Located(moved.get(), Found.RELINKED);
            }
            Workspace added = store.subjects().register(name, directory, birth(directory));
            return new Located(added, Found.REGISTERED);
        });
    }

    /** To bring back an earlier state of the store would be to lose every history since. */
    private void refuseStore(Path directory) {
        Path location = store.checkup().directory();
        if (directory.startsWith(location)) {
            throw new SnapdslException(
                    ErrorCode.UNSAFE_WORKSPACE,
                    directory + " is " + (directory.equals(location) ? "" : "inside ") + "snapdsl's own store.",
                    "Go to the project's directory.");
        }
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

    /** A directory that was moved keeps its inode number and time of birth, and is not at its old path any more. */
    private Optional<Workspace> movedTo(Path directory) {
        Birth birth = birth(directory);
        return all().filter(workspace -> workspace.birth().equals(birth) && isLeft(workspace.directory()))
                .findFirst();
    }

    /** Whether nothing is there, or only a link to somewhere else: also one left behind by whoever moved it. */
    private static boolean isLeft(Path place) {
        try {
            return !place.toRealPath().equals(place);
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false; // It may only be out of reach.
        }
    }

    private Stream<Workspace> all() {
        return store.subjects().all().stream()
                .filter(Workspace.class::isInstance)
                .map(Workspace.class::cast);
    }

    private static String nameFor(Path directory) {
        return directory.getNameCount() == 0
                ? "root"
                : NativePaths.name(directory).toString();
    }

    /** Its path without links, as the file system resolves it; refused if it is no directory. */
    public static Path realDirectory(Path directory) {
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

    private static Birth birth(Path directory) {
        try {
            // Where the time of birth is not known, Java answers with the last change: then no move is recognised.
            Instant time = Files.readAttributes(directory, BasicFileAttributes.class)
                    .creationTime()
                    .toInstant();
            return new Birth(FileStat.of(directory).inode(), time);
        } catch (IOException e) {
            throw notADirectory(directory, e);
        }
    }
}

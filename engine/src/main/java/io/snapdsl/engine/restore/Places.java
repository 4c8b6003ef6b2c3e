package io.snapdsl.engine.restore;

import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where paths of a tree are below the directory that is restored.
 *
 * <p>Nothing is ever written through a symbolic link: before a directory is entered, every component below the target
 * is checked to be a real directory. (Java's SecureDirectoryStream would check and open in one step, but it can make
 * neither directories nor links; see docs/decisions/004.)
 */
final class Places {
    private final Path target;

    Places(Path target) {
        this.target = target;
    }

    /** The place on disk, in a directory that was checked; what is there itself may be anything. */
    Path of(TreePath path) throws IOException {
        return NativePaths.resolve(directory(path.parent().orElseThrow()), path.name());
    }

    /** The place on disk, after making sure that no component on the way is a symbolic link out of the target. */
    Path directory(TreePath directory) throws IOException {
        Path current = target;
        for (Name name : directory.names()) {
            current = NativePaths.resolve(current, name);
            if (!FileStat.of(current).isDirectory()) {
                throw new IOException("is not touched, because " + current + " is not a directory");
            }
        }
        return current;
    }
}

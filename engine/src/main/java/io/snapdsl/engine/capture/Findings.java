package io.snapdsl.engine.capture;

import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Path;

/** Follows a walk through a workspace, from several threads at once. */
interface Findings {
    /**
     * The directory is about to be listed: whoever watches it from now on misses nothing.
     *
     * @return whether somebody does
     */
    boolean entering(TreePath path, Path directory);

    /** What was found in it, apart from what is in its subdirectories. */
    void found(TreePath path, Account account);

    /** Of all directories together. */
    Account sum();
}

package io.snapdsl.engine.capture;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Subject.Workspace;

/**
 * A way to store the present content of a workspace. Nothing refers to it until a snapshot is published. Callers hold
 * the subject's lock and the one for using content.
 */
public interface Capturing {
    /** The stored tree, and the stored account of what it covers. */
    record Captured(Hash root, Coverage coverage, Hash coverageHash) {}

    Captured capture(Workspace workspace);
}

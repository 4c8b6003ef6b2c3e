package io.snapdsl.engine.history;

import java.nio.file.Path;

/** What is protected. Containers and agent states join workspaces here. */
public sealed interface Subject {
    SubjectId id();

    /** Unique in its store, and what people call it. */
    String name();

    /**
     * A directory.
     *
     * @param inode the directory's inode number, by which a moved workspace is recognised
     */
    record Workspace(SubjectId id, String name, Path directory, long inode) implements Subject {}
}

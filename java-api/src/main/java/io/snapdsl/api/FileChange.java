package io.snapdsl.api;

import io.snapdsl.engine.diff.Change;

/**
 * One file that differs.
 *
 * @param path seen from the workspace's directory
 */
public record FileChange(String path, Kind kind) {
    /** How it differs. */
    public enum Kind {
        CREATED,
        MODIFIED,
        DELETED
    }

    static FileChange of(Change change) {
        return new FileChange(
                change.path().toString(), Kind.valueOf(change.kind().name()));
    }
}

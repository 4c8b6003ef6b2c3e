package io.snapdsl.engine.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the git repository around a workspace stood when the snapshot was taken.
 *
 * @param commit the full hash of HEAD's commit; empty when there was none yet
 * @param branch the branch's short name; empty when HEAD was detached
 */
public record GitPosition(String commit, String branch) {
    /** Of the work tree that {@code directory} is in, if it is in one. */
    public static Optional<GitPosition> around(Path directory) {
        try {
            Optional<Path> top = GitWorkTree.around(directory);
            return top.isPresent() ? Optional.of(GitHead.of(top.get()).position()) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // However odd a repository is, it must not keep a snapshot from being taken.
        }
    }
}

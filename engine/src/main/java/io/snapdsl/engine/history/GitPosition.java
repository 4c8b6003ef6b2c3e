package io.snapdsl.engine.history;

/**
 * Where the git repository around a workspace stood when the snapshot was taken.
 *
 * @param commit the full hash of HEAD's commit; empty when there was none yet
 * @param branch the branch's short name; empty when HEAD was detached
 */
public record GitPosition(String commit, String branch) {}

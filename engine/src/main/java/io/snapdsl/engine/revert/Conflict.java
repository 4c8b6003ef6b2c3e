package io.snapdsl.engine.revert;

import io.snapdsl.engine.tree.TreePath;

/** A path whose change can't be taken back without losing a later one; {@code reason} continues "the path …". */
public record Conflict(TreePath path, String reason) {}

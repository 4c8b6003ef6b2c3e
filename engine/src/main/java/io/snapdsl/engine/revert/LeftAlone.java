package io.snapdsl.engine.revert;

import io.snapdsl.engine.tree.TreePath;

/** A path that is not touched, because a rule leaves it out or nobody knows what was there. */
public record LeftAlone(TreePath path, String reason) {}

package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.tree.TreePath;

/**
 * What an older state holds and a newer one does not cover: nobody is known to have deleted it. A directory stands for
 * all that is in it.
 */
public sealed interface Uncovered {
    TreePath path();

    /** Why, as one says it of the path. */
    String reason();

    record LeftOut(TreePath path, Rule rule) implements Uncovered {
        @Override
        public String reason() {
            return "left out since, by " + rule.text();
        }
    }

    record Unreadable(TreePath path, String cause) implements Uncovered {
        @Override
        public String reason() {
            return "can't be read, " + cause;
        }
    }

    default String describe() {
        return path() + ": " + reason();
    }
}

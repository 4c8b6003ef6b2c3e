package io.snapdsl.cli.output;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.shape.ChangeShapes;
import io.snapdsl.engine.shape.Elements;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Optional;
import java.util.function.Predicate;

/** Changed files in a column. They are looked up as they are shown, however many there are. */
public final class ChangeList {
    private static final int LISTED = 100;

    private final ChangeShapes changes;
    private final long size;

    public ChangeList(TreeReader trees, Optional<Hash> before, Hash after) {
        this.changes = new ChangeShapes(new TreeComparison(trees), before, after);
        this.size = count(change -> true);
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public long size() {
        return size;
    }

    public long count(Predicate<Change> wanted) {
        long[] count = {0};
        changes.forEach(change -> count[0] += wanted.test(change) ? 1 : 0);
        return count[0];
    }

    public void print(Output out) {
        long[] shown = {0};
        changes.forEach(change -> {
            if (shown[0]++ < LISTED) {
                out.line(String.format(
                        "  %-8s  %s", ChangeShapes.word(change), change.path() + (change.isDirectory() ? "/" : "")));
            }
        });
        if (size > LISTED) {
            out.line("  … and " + Output.count(size - LISTED, "other") + " (--json lists all)");
        }
    }

    public Elements shapes() {
        return changes.shapes();
    }

    /** As {@link #shapes}, with what each file was and is, under keys that begin with the given words. */
    public Elements shapes(String was, String is) {
        return changes.shapes(was, is);
    }
}

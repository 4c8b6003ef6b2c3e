package io.snapdsl.cli.output;

import io.snapdsl.cli.output.Output.Elements;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.tree.TreeReader;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Changed files in a column. They are looked up as they are shown, however many there are. */
public final class ChangeList {
    private static final int LISTED = 100;

    private final TreeComparison comparison;
    private final Optional<Hash> before;
    private final Hash after;
    private final long size;

    public ChangeList(TreeReader trees, Optional<Hash> before, Hash after) {
        this.comparison = new TreeComparison(trees);
        this.before = before;
        this.after = after;
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
        forEach(change -> count[0] += wanted.test(change) ? 1 : 0);
        return count[0];
    }

    public void print(Output out) {
        long[] shown = {0};
        forEach(change -> {
            if (shown[0]++ < LISTED) {
                out.line(String.format("  %-8s  %s", word(change), change.path() + (change.isDirectory() ? "/" : "")));
            }
        });
        if (size > LISTED) {
            out.line("  … and " + Output.count(size - LISTED, "other") + " (--json lists all)");
        }
    }

    public Elements shapes() {
        return consumer -> forEach(change -> {
            Map<String, Object> shape = Shapes.path("path", change.path());
            shape.put("change", word(change));
            consumer.accept(shape);
        });
    }

    /** As {@link #shapes}, with what each file was and is, under keys that begin with the given words. */
    public Elements shapes(String was, String is) {
        return consumer -> forEach(change -> {
            Map<String, Object> shape = Shapes.path("path", change.path());
            shape.put("change", word(change));
            shape.putAll(Shapes.version(was, change.before()));
            shape.putAll(Shapes.version(is, change.after()));
            consumer.accept(shape);
        });
    }

    private void forEach(Consumer<Change> action) {
        comparison.compare(before, Optional.of(after), change -> {
            if (change.isVisible()) {
                action.accept(change);
            }
        });
    }

    private static String word(Change change) {
        return change.kind().name().toLowerCase(Locale.ROOT);
    }
}

package io.snapdsl.cli.output;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Changed files in a column. */
public final class ChangeList {
    private static final int LISTED = 100;

    private final List<Change> changes;

    private ChangeList(List<Change> changes) {
        this.changes = changes;
    }

    public static ChangeList between(TreeReader trees, Optional<Hash> before, Hash after) {
        List<Change> changes = new ArrayList<>();
        new TreeComparison(trees).compare(before, Optional.of(after), change -> {
            if (change.kind() != Change.Kind.TOUCHED && !change.isDirectory()) {
                changes.add(change);
            }
        });
        return new ChangeList(changes);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    public void print(Output out) {
        for (Change change : changes.subList(0, Math.min(LISTED, changes.size()))) {
            out.line("  " + word(change) + "  " + change.path());
        }
        if (changes.size() > LISTED) {
            out.line("  … and " + Output.count(changes.size() - LISTED, "other") + " (--json lists all)");
        }
    }

    public List<Map<String, Object>> shapes() {
        return changes.stream()
                .map(change -> {
                    Map<String, Object> shape = Shapes.path("path", change.path());
                    shape.put("change", word(change).strip());
                    return shape;
                })
                .toList();
    }

    private static String word(Change change) {
        return String.format("%-8s", change.kind().name().toLowerCase(Locale.ROOT));
    }
}

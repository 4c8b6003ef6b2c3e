package io.snapdsl.cli.output;

import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.shape.ChangeShapes;
import io.snapdsl.engine.shape.Elements;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Changed files in a column. They are looked up as they are shown, however many there are. */
public final class ChangeList {
    private static final int LISTED = 100;

    private final StateComparison comparison;
    private final ChangeShapes changes;
    private final List<Uncovered> uncovered;
    private final long size;

    public ChangeList(StateComparison comparison) {
        this.comparison = comparison;
        this.changes = new ChangeShapes(comparison);
        this.uncovered = comparison.uncovered();
        this.size = count(change -> true);
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** What the later state doesn't cover any more. */
    public List<Uncovered> uncovered() {
        return uncovered;
    }

    /** Whether something could not be read that the earlier state holds: what became of it is not known. */
    public boolean isUncertain() {
        return uncovered.stream().anyMatch(Uncovered.Unreadable.class::isInstance);
    }

    public long size() {
        return size;
    }

    public long count(Predicate<Change> wanted) {
        long[] count = {0};
        changes.forEach(change -> count[0] += wanted.test(change) ? 1 : 0);
        return count[0];
    }

    /** A file that was only renamed is one line, as long as there are few. */
    public void print(Output out) {
        printChanges(out);
        printUncovered(out);
    }

    private void printUncovered(Output out) {
        if (!uncovered.isEmpty()) {
            out.line("No longer covered:");
        }
        uncovered.stream().limit(LISTED).forEach(found -> out.line("  " + found.describe()));
        if (uncovered.size() > LISTED) {
            out.line(others(uncovered.size() - LISTED));
        }
    }

    private static String others(long number) {
        return "  … and " + Output.count(number, "other") + " (--json lists all)";
    }

    private void printChanges(Output out) {
        if (size <= LISTED) {
            inWords().forEach(out::line);
            return;
        }
        long[] shown = {0};
        changes.forEach(change -> {
            if (shown[0]++ < LISTED) {
                out.line(line(change));
            }
        });
        out.line(others(size - LISTED));
    }

    private List<String> inWords() {
        Map<TreePath, FileDelta> renamed = new HashMap<>();
        Map<TreePath, FileDelta> otherMode = new HashMap<>();
        for (FileDelta file : FileDeltas.among(comparison, path -> true)) {
            if (file.kind() == FileDelta.Kind.RENAMED) {
                renamed.put(file.oldPath().orElseThrow(), file);
                renamed.put(file.path(), file);
            } else if (file.kind() == FileDelta.Kind.MODE_CHANGED) {
                otherMode.put(file.path(), file);
            }
        }
        List<String> lines = new ArrayList<>();
        changes.forEach(change -> {
            FileDelta rename = change.isDirectory() ? null : renamed.get(change.path());
            if (rename == null) {
                lines.add(line(change)
                        + Optional.ofNullable(otherMode.get(change.path()))
                                .map(ChangeList::modes)
                                .orElse(""));
            } else if (change.kind() == Change.Kind.CREATED) {
                lines.add(line(
                        "renamed", change.path() + " (was " + rename.oldPath().orElseThrow() + ")"));
            }
        });
        return lines;
    }

    private static String modes(FileDelta file) {
        return " (mode " + Integer.toOctalString(file.oldEntry().orElseThrow().mode()) + " → "
                + Integer.toOctalString(file.newEntry().orElseThrow().mode()) + ")";
    }

    private static String line(Change change) {
        return line(ChangeShapes.word(change), change.path() + (change.isDirectory() ? "/" : ""));
    }

    private static String line(String word, String what) {
        return String.format("  %-8s  %s", word, what);
    }

    public Elements shapes() {
        return changes.shapes();
    }

    /** As {@link #shapes}, with what each file was and is, under keys that begin with the given words. */
    public Elements shapes(String was, String is) {
        return changes.shapes(was, is);
    }
}

package io.snapdsl.dsl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The mistakes of one script, as they are found. */
public final class Mistakes {
    private final ScriptText script;
    private final Set<Mistake> found = new LinkedHashSet<>();

    public Mistakes(ScriptText script) {
        this.script = script;
    }

    public void add(int line, int column, String message) {
        add(line, column, message, List.of(), Optional.empty());
    }

    public synchronized void add(
            int line, int column, String message, Collection<String> allowed, Optional<String> suggestion) {
        found.add(
                new Mistake(script.file(), line, column, script.line(line), message, List.copyOf(allowed), suggestion));
    }

    /** Where in a line a word is, for those who only know the line. */
    public void addAtWord(int line, String word, String message, Collection<String> allowed, Optional<String> near) {
        add(line, script.columnOf(word, line), message, allowed, near);
    }

    public synchronized boolean isEmpty() {
        return found.isEmpty();
    }

    public synchronized boolean isKnown(int line, int column) {
        return found.stream().anyMatch(mistake -> mistake.line() == line && mistake.column() == column);
    }

    /** Adds those that are not told of the same line already. */
    synchronized void addNew(Mistakes others) {
        found.addAll(others.list().stream().filter(mistake -> !isTold(mistake)).toList());
    }

    private boolean isTold(Mistake mistake) {
        return found.stream()
                .anyMatch(known ->
                        known.line() == mistake.line() && known.message().equals(mistake.message()));
    }

    /** In the order of the script. */
    public synchronized List<Mistake> list() {
        List<Mistake> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column));
        return sorted;
    }
}

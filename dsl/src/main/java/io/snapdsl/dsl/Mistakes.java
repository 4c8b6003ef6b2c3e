package io.snapdsl.dsl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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

    /** Adds those that are in lines of which nothing is known yet: in the others they may just follow from that. */
    synchronized void addElsewhere(Mistakes others) {
        Set<Integer> lines = found.stream().map(Mistake::line).collect(Collectors.toSet());
        others.list().stream()
                .filter(mistake -> !lines.contains(mistake.line()))
                .forEach(found::add);
    }

    /** In the order of the script. */
    public synchronized List<Mistake> list() {
        List<Mistake> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column));
        return sorted;
    }
}

package io.snapdsl.engine.history;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Some of the ways in which snapshots come about. */
public record TriggerChoice(Set<Trigger> wanted) {
    private static final String ALL_BUT = "not:";

    /** From {@code manual}, {@code undo,redo} or {@code not:unknown_change}: all but these. */
    public static TriggerChoice named(String text) {
        boolean isAllBut = text.startsWith(ALL_BUT);
        String words = isAllBut ? text.substring(ALL_BUT.length()) : text;
        Set<Trigger> named =
                Arrays.stream(words.split(",", -1)).map(Trigger::named).collect(Collectors.toSet());
        return new TriggerChoice(isAllBut ? EnumSet.complementOf(EnumSet.copyOf(named)) : named);
    }
}

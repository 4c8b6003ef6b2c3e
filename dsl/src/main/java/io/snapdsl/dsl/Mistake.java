package io.snapdsl.dsl;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Something in a policy script that can't be meant.
 *
 * @param line from 1; 0 when the whole file is meant
 * @param column from 1; 0 when the whole file is meant
 * @param sourceLine the line of the script, as it is written
 * @param message what is wrong, and what to do about it
 * @param allowed what could stand there instead
 * @param suggestion the one of them that is nearest to what was written
 */
public record Mistake(
        Path file,
        int line,
        int column,
        String sourceLine,
        String message,
        List<String> allowed,
        Optional<String> suggestion) {
    /** What is shown of a line on each side of the place. */
    private static final int AROUND = 100;

    public Mistake {
        allowed = List.copyOf(allowed);
    }

    /** For a terminal: where, what, the line with a mark under the place, what is allowed. */
    public String text() {
        StringBuilder text = new StringBuilder().append(file);
        if (line > 0) {
            text.append(':').append(line).append(':').append(column);
        }
        text.append(": ").append(message);
        suggestion.ifPresent(word -> text.append(" Did you mean '").append(word).append("'?"));
        if (line > 0) {
            appendLine(text);
        }
        if (!allowed.isEmpty()) {
            text.append("\n  allowed here: ").append(String.join(", ", allowed));
        }
        return text.toString();
    }

    /** Of a long line what is around the place. */
    private void appendLine(StringBuilder text) {
        int place = Math.min(column - 1, sourceLine.length());
        int from = place > AROUND ? place - AROUND : 0;
        int to = sourceLine.length() - place > AROUND ? place + AROUND : sourceLine.length();
        String before = (from > 0 ? "…" : "") + sourceLine.substring(from, place);
        String after = sourceLine.substring(place, to) + (to < sourceLine.length() ? "…" : "");
        // Tabs stay tabs, so that the mark ends up under its place.
        String margin = before.replaceAll("[^\t]", " ");
        text.append("\n    ").append(before).append(after);
        text.append("\n    ").append(margin).append('^');
    }
}

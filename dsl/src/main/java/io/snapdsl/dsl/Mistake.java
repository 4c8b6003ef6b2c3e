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
            // Tabs stay tabs, so that the mark ends up under its place.
            String margin = sourceLine
                    .substring(0, Math.min(column - 1, sourceLine.length()))
                    .replaceAll("[^\t]", " ");
            text.append("\n    ")
                    .append(sourceLine)
                    .append("\n    ")
                    .append(margin)
                    .append('^');
        }
        if (!allowed.isEmpty()) {
            text.append("\n  allowed here: ").append(String.join(", ", allowed));
        }
        return text.toString();
    }
}

package io.snapdsl.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A script as it was probably meant: each misspelt word replaced by the one that is suggested in its stead. */
final class AsMeant {
    private static final Pattern WORD = Pattern.compile("\\w+");

    private AsMeant() {}

    /**
     * Empty if of any mistake it is not known what was meant.
     *
     * @param mistakes in the order of the script
     */
    static Optional<ScriptText> of(ScriptText script, List<Mistake> mistakes) {
        List<String> lines = new ArrayList<>(script.lines());
        // The last one first: so the others stay where they are.
        for (int i = mistakes.size() - 1; i >= 0; i--) {
            Mistake mistake = mistakes.get(i);
            Optional<String> line = mistake.suggestion().flatMap(word -> mended(mistake, word, lines));
            if (line.isEmpty()) {
                return Optional.empty();
            }
            lines.set(mistake.line() - 1, line.get());
        }
        return Optional.of(script.with(String.join("\n", lines)));
    }

    private static Optional<String> mended(Mistake mistake, String word, List<String> lines) {
        if (mistake.line() < 1 || mistake.line() > lines.size()) {
            return Optional.empty();
        }
        String line = lines.get(mistake.line() - 1);
        int start = mistake.column() - 1;
        if (start < 0 || start > line.length()) {
            return Optional.empty();
        }
        Matcher written = WORD.matcher(line).region(start, line.length());
        return written.lookingAt()
                ? Optional.of(line.substring(0, start) + word + line.substring(written.end()))
                : Optional.empty();
    }
}

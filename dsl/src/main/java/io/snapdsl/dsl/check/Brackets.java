package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Finds the bracket or text that was never closed. Parsers notice at the end of the file, far from the place. People indent:
 * where a closing bracket stands at the start of a line that is not indented as the line of the bracket it would close,
 * that one is the culprit.
 */
final class Brackets {
    /** @param indentation of the line that it is in */
    record Open(char bracket, int line, int column, int indentation) {}

    private final String text;
    private final Deque<Open> open = new ArrayDeque<>();
    private Optional<Open> certain = Optional.empty();
    private Optional<Open> suspect = Optional.empty();
    private Optional<Open> stray = Optional.empty();
    private int at;
    private int line = 1;
    private int lineStart;

    private Brackets(String text) {
        this.text = text;
    }

    /** Notes the bracket or quote that is to blame for a syntax error, if one is. */
    static boolean report(String text, Mistakes mistakes) {
        Brackets brackets = new Brackets(text);
        brackets.scan();
        Optional<Open> unclosed = brackets.certain.or(() -> brackets.open.isEmpty()
                ? Optional.empty()
                : brackets.suspect.or(() -> Optional.of(brackets.open.peek())));
        unclosed.ifPresentOrElse(
                open -> mistakes.add(open.line(), open.column(), "This '" + open.bracket() + "' is never closed."),
                () -> brackets.stray.ifPresent(close ->
                        mistakes.add(close.line(), close.column(), "This '" + close.bracket() + "' closes nothing.")));
        return unclosed.or(() -> brackets.stray).isPresent();
    }

    private void scan() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (text.startsWith("//", at)) {
                skipTo("\n", false);
            } else if (text.startsWith("/*", at)) {
                at += 2;
                skipTo("*/", false);
            } else if (c == '\'' || c == '"') {
                skipText(c);
            } else {
                bracket(c);
                step();
            }
        }
    }

    private void bracket(char c) {
        if ("{[(".indexOf(c) >= 0) {
            open.push(new Open(c, line, at - lineStart + 1, indentation()));
        } else if ("}])".indexOf(c) >= 0 && open.isEmpty()) {
            stray = stray.or(() -> Optional.of(new Open(c, line, at - lineStart + 1, indentation())));
        } else if ("}])".indexOf(c) >= 0) {
            Open closed = open.pop();
            boolean first = text.substring(lineStart, at).isBlank();
            if ("{[(".indexOf(closed.bracket()) != "}])".indexOf(c)) {
                certain = certain.or(() -> Optional.of(closed));
            } else if (suspect.isEmpty() && first && closed.line() != line && closed.indentation() > indentation()) {
                suspect = Optional.of(closed);
            }
        }
    }

    private int indentation() {
        int end = lineStart;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return end - lineStart;
    }

    private void skipText(char quote) {
        String triple = String.valueOf(quote).repeat(3);
        boolean several = text.startsWith(triple, at);
        String end = several ? triple : String.valueOf(quote);
        Open begin = new Open(quote, line, at - lineStart + 1, indentation());
        at += end.length();
        skipTo(end, !several);
        if (!text.startsWith(end, at - end.length())) {
            certain = certain.or(() -> Optional.of(begin));
        }
    }

    /** @param inLine whether the end of the line ends it too: a text that is not closed must not hide the rest */
    private void skipTo(String end, boolean inLine) {
        while (at < text.length() && !text.startsWith(end, at) && !(inLine && text.charAt(at) == '\n')) {
            if (text.charAt(at) == '\\') {
                step();
            }
            step();
        }
        if (text.startsWith(end, at)) {
            end.chars().forEach(any -> step());
        }
    }

    private void step() {
        if (at < text.length() && text.charAt(at++) == '\n') {
            line++;
            lineStart = at;
        }
    }
}
